export default {
  vite: {build: {target: 'es2022'}},
};
