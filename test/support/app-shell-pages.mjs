// Serves the shell of apps, apps of other packages, and a path that counts the requests of hostile apps.
import {existsSync, readFileSync} from 'node:fs';
import {buildSync} from 'esbuild';

const [{text}] = buildSync({
  entryPoints: ['src/modules/mcp-apps/shell.ts'],
  format: 'esm',
  write: false,
}).outputFiles;
const {appShell} = await import(`data:text/javascript,${encodeURIComponent(text)}`);

/** Pages of the same site, and those of the test server under its other name. */
const shell = appShell({pages: ["'self'", 'http://localhost:*', 'http://127.0.0.1:*']});

const example = name => `node_modules/@modelcontextprotocol/server-basic-${name}/dist/mcp-app.html`;

/** A shell that posts what it receives back to the page. */
const echo = shell.html.replace(
  /<script>[^]*<\/script>/,
  `<script>
    addEventListener('message', ({data}) => parent.postMessage({echo: data}, '*'));
    parent.postMessage({jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {}}, '*');
  </script>`,
);

/** The requests to `/__leak/KEY` by key. */
const leaks = new Map();

export const appShellPages = () => (context, next) => {
  const {path} = context;
  const [, route, key = ''] =
    /^\/__(app-shell|echo-shell|app-example|leaks?)(?:\/([\w.-]+))?$/.exec(path) ?? [];
  if (route === 'app-shell') {
    context.set(shell.headers);
    context.body = shell.html;
  } else if (route === 'echo-shell') {
    context.set(shell.headers);
    context.body = echo;
  } else if (route === 'app-example' && existsSync(example(key))) {
    context.type = 'text/plain';
    context.body = readFileSync(example(key), 'utf8');
  } else if (route === 'leak') {
    leaks.set(key, [...(leaks.get(key) ?? []), context.url]);
    context.set('access-control-allow-origin', '*');
    context.body = '';
  } else if (route === 'leaks') {
    context.body = leaks.get(key) ?? [];
  } else return next();
  return undefined;
};
