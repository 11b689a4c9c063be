import type {RequestListener} from 'node:http';

/** Lets pages of these origins use a server of another origin. */
export const withCors =
  (origins: readonly string[], listener: RequestListener): RequestListener =>
  (request, response) => {
    const {origin = ''} = request.headers;
    if (origins.includes(origin)) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      response.setHeader('access-control-allow-headers', 'authorization, content-type');
      response.setHeader('access-control-expose-headers', 'retry-after, date');
      response.setHeader('access-control-max-age', '600');
    }
    response.setHeader('vary', 'origin');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else listener(request, response);
  };
