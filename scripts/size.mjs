// `npm run size`: what a page downloads, against the budgets. Needs a build.
import {readFileSync} from 'node:fs';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {buildSync} from 'esbuild';

const KB = 1024;
const libraries = ['lit', '@lit/context', 'marked', 'dompurify', 'eventsource-parser'];

/** A module bundled and minified from the built files, with or without the libraries. */
function bundle(entry, external = []) {
  const {outputFiles} = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    external,
  });
  return Buffer.from(outputFiles[0].contents);
}

const rows = [
  {
    name: 'core, beyond its libraries',
    limit: 10 * KB,
    bytes: bundle('dist/core/index.js', libraries),
  },
  {name: 'controller, with the core', limit: 20 * KB, bytes: bundle('dist/controller/index.js')},
  {name: 'whole chat, one module', limit: 60 * KB, bytes: readFileSync('dist/cdn/ubik-chat.js')},
  {
    name: 'whole chat, classic script',
    limit: 60 * KB,
    bytes: readFileSync('dist/cdn/ubik-chat.iife.js'),
  },
];

const kilobytes = bytes => (bytes / KB).toFixed(1).padStart(7);
console.log(`${'KB'.padEnd(28)}    raw    gzip  brotli   limit`);
let failed = 0;
for (const {name, limit, bytes} of rows) {
  const gzip = gzipSync(bytes, {level: 9}).length;
  const figures = [bytes.length, gzip, brotliCompressSync(bytes).length, limit];
  console.log(`${name.padEnd(28)}${figures.map(kilobytes).join(' ')}`);
  if (gzip > limit) failed++;
}
console.log(`size: ${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
