import {defineConfig} from '@playwright/test';

export default defineConfig({
  testMatch: '*.e2e.ts',
  use: {baseURL: 'http://localhost:5273'},
  webServer: {command: 'npx vite --port 5273 --strictPort', url: 'http://localhost:5273'},
});
