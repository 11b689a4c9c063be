// `npm run size`: compares download sizes with the ceilings. Needs a build.
import {readFileSync} from 'node:fs';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {buildSync} from 'esbuild';
import {filesBelow} from './run.mjs';
import {bundles, parts, peers} from './sizes.mjs';

const KB = 1024;
const folder = 'dist/cdn/';

/** Bundles and minifies a built module without `external` libraries and without its dynamic imports. */
function bundled(entry, external = []) {
  const {outputFiles, metafile} = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    splitting: true,
    metafile: true,
    outdir: '.',
    logLevel: 'error',
    external,
  });
  const outputs = Object.values(metafile.outputs);
  const isLater = ({entryPoint}) => entryPoint !== undefined && entryPoint !== entry;
  return Buffer.concat(
    outputFiles.filter((_, n) => !isLater(outputs[n])).map(file => file.contents),
  );
}

const own = new Set(bundles.flatMap(({files = []}) => (files.length === 1 ? files : [])));
const rows = [
  ...bundles.map(({entry, without, files, ...row}) => ({
    ...row,
    bytes: entry
      ? bundled(entry, without)
      : Buffer.concat(files.map(file => readFileSync(folder + file))),
  })),
  ...filesBelow(folder, '.js')
    .map(path => path.slice(folder.length))
    .filter(file => !own.has(file))
    .map(file => ({
      name: `  + ${file}`,
      ceiling: parts.find(({files}) => files.test(file)).ceiling,
      bytes: readFileSync(folder + file),
    })),
];

const column = figure => figure.toFixed(1).padStart(8);
console.log(`${'KB'.padEnd(40)}     raw    gzip  brotli ceiling  budget`);
let failed = 0;
for (const {name, budget, ceiling, bytes} of rows) {
  const gzip = gzipSync(bytes, {level: 9}).length / KB;
  const figures = [bytes.length / KB, gzip, brotliCompressSync(bytes).length / KB, ceiling];
  if (budget) figures.push(budget);
  const isOver = gzip > ceiling;
  console.log(`${name.padEnd(40)}${figures.map(column).join('')}${isOver ? '  too big' : ''}`);
  if (isOver) failed++;
}
for (const [name, gzip] of Object.entries(peers)) {
  console.log(`${name.padEnd(40)}${' '.repeat(8)}${column(gzip)}`);
}
console.log(`size: ${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
