import {serve} from '@hono/node-server';
import {createProxy} from './proxy.js';

// For Node, with an adapter that creates a `Request` and streams the `Response`.
serve({fetch: createProxy(process.env), port: Number(process.env['PORT'] ?? 8080)}, ({port}) =>
  console.log(`The proxy is at http://127.0.0.1:${port}/`),
);
