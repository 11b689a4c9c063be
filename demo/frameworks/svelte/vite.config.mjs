import {svelte} from '@sveltejs/vite-plugin-svelte';

export default {build: {target: 'es2022'}, plugins: [svelte()]};
