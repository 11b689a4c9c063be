import {existsSync, statSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {extname, join, normalize, sep} from 'node:path';
import {Hono, type Context} from 'hono';
import {Site} from '../../site/site.js';
import {Bundles} from '../bundles.js';
import type {ServerContext} from '../context.js';
import type {Env} from '../identity.js';
import {reloadPages} from '../reload.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.jsonl': 'application/jsonl; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Routes of the site: the documentation (rendered from Markdown on request), demo pages (`demo/*`), the widget bundled from
 * its sources (`/ubik-chat.js`), built files (`/dist/*`), and page modules (`*.ts`, also as `*.js`), bundled on request.
 */
export function pageRoutes({settings: {root, reload}, corpus}: ServerContext): Hono<Env> {
  const app = new Hono<Env>();
  const bundles = new Bundles(root);
  const site = new Site(root);
  if (reload) app.use(reloadPages(root));

  app.get('/ubik-chat.js', c => script(c, bundles, 'src/index.ts'));
  app.get('/ubik-chat.js.map', c => script(c, bundles, 'src/index.ts'));
  app.get('/dist/*', c => file(c, join(root, 'dist'), c.req.path.slice('/dist'.length)));
  app.get('/documentation/:id', c => {
    const chunk = corpus.get(c.req.param('id'));
    if (!chunk) return c.notFound();
    const {heading, name, text} = chunk;
    return c.body(`# ${heading}\n\n(${name})\n\n${text}\n`, 200, {
      'Content-Type': 'text/plain; charset=utf-8',
    });
  });
  app.get('/search.json', async c => c.json(await site.searchEntries()));
  app.get('*', async c => {
    const path = c.req.path.replace(/^\/demo(?=\/)/, '');
    if (/^\/(server|site)\//.test(path) || path.endsWith('.tsx')) return c.notFound();
    const page = await site.page(path === '/' ? 'index.html' : path.slice(1));
    if (page !== undefined) return c.html(page, 200, {'Cache-Control': 'no-cache'});
    const source = path.replace(/\.map$/, '').replace(/\.js$/, '.ts');
    if (source.endsWith('.ts')) {
      const inside = resolveBelow(join(root, 'demo'), source);
      if (inside && existsSync(inside)) return script(c, bundles, `demo${source}`);
    }
    return file(c, join(root, 'demo'), path);
  });
  return app;
}

/** Responds with a bundled script or its source map; if bundling fails, with a script that throws the error. */
async function script(c: Context<Env>, bundles: Bundles, entry: string): Promise<Response> {
  try {
    const {code, sourceMap, tag} = await bundles.build(entry);
    if (c.req.path.endsWith('.map'))
      return c.body(sourceMap, 200, {'Content-Type': 'application/json'});
    if (c.req.header('If-None-Match') === tag) return c.body(null, 304);
    return c.body(code, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      ETag: tag,
      SourceMap: `${c.req.path}.map`,
    });
  } catch (error) {
    console.error(error);
    const message = error instanceof Error ? error.message : String(error);
    return c.body(`throw new Error(${JSON.stringify(message)});`, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  }
}

async function file(c: Context<Env>, folder: string, path: string): Promise<Response> {
  const resolved = resolveBelow(folder, path.endsWith('/') ? `${path}index.html` : path);
  if (resolved === undefined || !existsSync(resolved) || !statSync(resolved).isFile())
    return c.notFound();
  const type = types[extname(resolved)] ?? 'application/octet-stream';
  return c.body(new Uint8Array(await readFile(resolved)), 200, {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
  });
}

/** Resolves a path below the folder; `undefined` for paths outside of it and for hidden files. */
function resolveBelow(folder: string, path: string): string | undefined {
  let plain: string;
  try {
    plain = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const target = normalize(join(folder, plain));
  const hidden = plain.split('/').some(name => name.startsWith('.'));
  return !hidden && target.startsWith(folder + sep) ? target : undefined;
}
