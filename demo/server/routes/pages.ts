import {existsSync, realpathSync, statSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {extname, join, sep} from 'node:path';
import {Hono, type Context} from 'hono';
import {compress} from 'hono/compress';
import {appShell} from '../../../src/modules/mcp-apps/shell.js';
import type {Site} from '../../site/site.js';
import {Bundles} from '../bundles.js';
import {withConnectedAgent} from '../connected-agent.js';
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
  '.xml': 'application/xml; charset=utf-8',
};

/** Entries of the package that pages load. */
const entries = {'ubik-chat': 'src/index.ts', parts: 'src/parts.ts'};

/** The types of files that Eleventy renders. */
const rendered = /\.(html|json|txt|xml|md)$/;

/**
 * Routes of the site: the pages that Eleventy renders, other files of `demo`, the widget and its parts bundled from their
 * sources (`/ubik-chat.js`, `/parts.js`), built files (`/dist/*`), and page modules (`*.ts`, also as `*.js`), bundled on request.
 */
export function pageRoutes({settings, corpus, site}: ServerContext): Hono<Env> {
  const {root, reload, connected} = settings;
  const app = new Hono<Env>();
  // While the sources change, scripts are readable; otherwise the site sends as little as a published one.
  const bundles = new Bundles(root, {minify: !reload});
  if (reload) app.use(reloadPages(root));
  else app.use(compress());

  for (const [name, entry] of Object.entries(entries)) {
    app.get(`/${name}.js`, c => script(c, bundles, entry));
    app.get(`/${name}.js.map`, c => script(c, bundles, entry));
  }
  app.get(
    '/dist/*',
    async c =>
      (await file(c, join(root, 'dist'), decoded(c.req.path.slice('/dist'.length)) ?? '')) ??
      c.notFound(),
  );
  // The frame around the apps of tools: it has no origin, although it is a page of this site.
  app.get('/mcp-app/shell.html', c => {
    const {html, headers} = appShell();
    return c.body(html, 200, headers);
  });
  app.get('/documentation/:id', c => {
    const chunk = corpus.get(c.req.param('id'));
    if (!chunk) return c.notFound();
    const {heading, name, text} = chunk;
    return c.body(`# ${heading}\n\n(${name})\n\n${text}\n`, 200, {
      'Content-Type': 'text/plain; charset=utf-8',
    });
  });
  app.get('*', async c => {
    const path = decoded(c.req.path)?.replace(/^\/demo(?=\/)/, '');
    if (path === undefined || /^\/(server|site)\//.test(path) || path.endsWith('.tsx'))
      return missing(c, site);
    const name = path === '/' ? 'index.html' : path.slice(1);
    const page = rendered.test(name) ? await site.page(name) : undefined;
    if (page !== undefined) {
      const shown = connected && path === '/' ? withConnectedAgent(page, connected) : page;
      return c.body(shown, 200, {
        'Content-Type': types[extname(name)] ?? 'text/plain; charset=utf-8',
        'Cache-Control': 'no-cache',
      });
    }
    const source = path.replace(/\.map$/, '').replace(/\.js$/, '.ts');
    if (source.endsWith('.ts') && fileBelow(join(root, 'demo'), source) !== undefined)
      return script(c, bundles, `demo${source}`);
    return (await file(c, join(root, 'demo'), path)) ?? missing(c, site);
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
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(
      bundles.root,
      '',
    );
    return c.body(`throw new Error(${JSON.stringify(message)});`, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  }
}

/** A browser that opens an unknown address gets a page with a search. */
async function missing(c: Context<Env>, site: Site): Promise<Response> {
  if (!c.req.header('Accept')?.includes('text/html')) return c.notFound();
  return c.html((await site.page('404.html')) ?? '', 404);
}

/** Responds with a file; undefined if it does not exist. */
async function file(c: Context<Env>, folder: string, path: string): Promise<Response | undefined> {
  const found = fileBelow(folder, path.endsWith('/') ? `${path}index.html` : path);
  if (found === undefined) return undefined;
  const type = types[extname(found)] ?? 'application/octet-stream';
  return c.body(new Uint8Array(await readFile(found)), 200, {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
  });
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * The file at a path below the folder; `undefined` if none has exactly this name, and for hidden files. Another spelling of
 * a path, such as `//page.js`, must not reach a file, because rules and caches are by path.
 */
function fileBelow(folder: string, path: string): string | undefined {
  if (path.split('/').some(name => name.startsWith('.'))) return undefined;
  const target = join(folder, path);
  if (!existsSync(target) || !statSync(target).isFile()) return undefined;
  const exact = realpathSync.native(folder) + path.replaceAll('/', sep);
  return realpathSync.native(target) === exact ? target : undefined;
}
