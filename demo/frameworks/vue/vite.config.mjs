import vue from '@vitejs/plugin-vue';

const isCustomElement = tag => tag.startsWith('ubik-');

export default {
  build: {target: 'es2022'},
  plugins: [vue({template: {compilerOptions: {isCustomElement}}})],
};
