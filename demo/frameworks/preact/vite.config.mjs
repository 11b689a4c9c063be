export default {
  build: {target: 'es2022'},
  oxc: {jsx: {runtime: 'automatic', importSource: 'preact'}},
};
