export default {
  devToolbar: {enabled: false},
  vite: {build: {target: 'es2022'}},
};
