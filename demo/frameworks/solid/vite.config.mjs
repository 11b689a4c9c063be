import solid from 'vite-plugin-solid';

export default {build: {target: 'es2022'}, plugins: [solid()]};
