import {createProxy, type Secrets} from './proxy.js';

// For an edge platform such as Cloudflare Workers, which passes the secrets with each request.
let proxy: ReturnType<typeof createProxy> | undefined;

export default {
  fetch(request: Request, secrets: Secrets): Promise<Response> {
    proxy ??= createProxy(secrets);
    return proxy(request);
  },
};
