import {createProxy, type Secrets} from './proxy.js';

// An edge platform, such as Cloudflare Workers: there is no environment, the secrets come with each request.
let proxy: ReturnType<typeof createProxy> | undefined;

export default {
  fetch(request: Request, secrets: Secrets): Promise<Response> {
    proxy ??= createProxy(secrets);
    return proxy(request);
  },
};
