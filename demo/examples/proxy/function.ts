import {createProxy} from './proxy.js';

// For serverless functions: Netlify calls the default export at the path in `config`, Vercel the export named after the method.
const proxy = createProxy(process.env);

export default proxy;
export const POST = proxy;
export const config = {path: '/anthropic/v1/messages'};
