import {serve} from '@hono/node-server';
import {createProxy} from './proxy.js';

// Node: anything that makes a `Request` of what comes in, and sends a `Response` as it is written.
serve({fetch: createProxy(process.env), port: Number(process.env['PORT'] ?? 8080)}, ({port}) =>
  console.log(`The proxy is at http://127.0.0.1:${port}/`),
);
