import {createProxy} from './proxy.js';

// A serverless function. Netlify calls the default export at the path below, Vercel the export that is named like the method.
const proxy = createProxy(process.env);

export default proxy;
export const POST = proxy;
export const config = {path: '/anthropic/v1/messages'};
