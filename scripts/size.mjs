// `npm run size`: what a page downloads, against the budgets. Needs a build.
import {readFileSync} from 'node:fs';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {buildSync} from 'esbuild';
import {filesBelow} from './run.mjs';

const KB = 1024;
const libraries = ['lit', '@lit/context', 'dompurify', 'eventsource-parser'];

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

/**
 * `budget` is where it must come to; `ceiling` is where it stands and fails the check, so that it can only go down. A
 * change that makes something smaller lowers its ceiling.
 */
const rows = [
  {
    name: 'core, beyond its libraries',
    budget: 10 * KB,
    ceiling: 34 * KB,
    bytes: bundle('dist/core/index.js', libraries),
  },
  {
    name: 'controller, with the core it uses',
    budget: 20 * KB,
    ceiling: 35 * KB,
    bytes: bundle('dist/controller/index.js'),
  },
  {
    name: 'chat, one module',
    budget: 60 * KB,
    ceiling: 94 * KB,
    bytes: readFileSync('dist/cdn/ubik-chat.js'),
  },
  {
    name: 'chat, classic script',
    budget: 60 * KB,
    ceiling: 94 * KB,
    bytes: readFileSync('dist/cdn/ubik-chat.iife.js'),
  },
  {
    name: 'loader, with the button',
    budget: 5 * KB,
    ceiling: 2 * KB,
    bytes: readFileSync('dist/cdn/loader.js'),
  },
  {
    name: 'inspector, beside a chat',
    budget: 30 * KB,
    ceiling: 42 * KB,
    bytes: readFileSync('dist/cdn/inspector.js'),
  },
];

/** Beside the bundles, each fetched when a page needs it. */
const parts = filesBelow('dist/cdn', '.js')
  .filter(file => !/(ubik-chat(\.iife)?|loader|cdn\/inspector)\.js$/.test(file))
  .map(file => ({name: file.replace('dist/cdn/', '  + '), bytes: readFileSync(file)}));

/** What the bundles of peers weigh in gzip, from their published packages of November 2026. */
const peers = {nlux: 44, 'deep-chat': 111, Flowise: 284, 'Carbon AI Chat': 647};

const kilobytes = bytes => (bytes / KB).toFixed(1).padStart(7);
console.log(`${'KB'.padEnd(34)}    raw    gzip  brotli ceiling  budget`);
let failed = 0;
for (const {name, budget, ceiling = Infinity, bytes} of [...rows, ...parts]) {
  const gzip = gzipSync(bytes, {level: 9}).length;
  const limits = budget ? [ceiling, budget] : [];
  const figures = [bytes.length, gzip, brotliCompressSync(bytes).length, ...limits];
  console.log(`${name.padEnd(34)}${figures.map(kilobytes).join(' ')}`);
  if (gzip > ceiling) failed++;
}
for (const [name, gzip] of Object.entries(peers)) {
  console.log(`${name.padEnd(34)}${' '.repeat(8)}${kilobytes(gzip * KB)}`);
}
console.log(`size: ${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
