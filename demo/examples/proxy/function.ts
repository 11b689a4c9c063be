import {createProxy} from './proxy.js';

// For serverless functions: Netlify calls the default export at the paths in `config`, Vercel the exports named after the methods.
const proxy = createProxy(process.env);

export default proxy;
export const GET = proxy;
export const POST = proxy;
export const config = {
  path: [
    '/anthropic/*',
    '/openai/*',
    '/openai-chat/*',
    '/ag-ui',
    '/ai-sdk',
    '/ai-sdk/*',
    '/mcp-app/shell.html',
  ],
};
