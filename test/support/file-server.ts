import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';
import {listen, type LocalServer} from './listen.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves the given pages by path, which may be promises, and everything else from a folder. */
export function serveFiles(
  folder: string,
  pages: Readonly<Record<string, string | Promise<string>>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const {pathname} = new URL(request.url ?? '/', 'http://localhost');
    const page = pages[pathname];
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const body = page ?? readFile(join(folder, normalize(path)));
    void Promise.resolve(body).then(
      content => {
        const type = types[extname(path)] ?? 'text/html; charset=utf-8';
        response.writeHead(200, {...headers, 'content-type': type}).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  return listen(server);
}
