// `npm run build`: types, modules, self-contained bundles, manifest, data for editors. The output is reproducible byte for byte.
import {buildSync} from 'esbuild';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {writeEditorData} from './editors.mjs';
import {writeIntegrity} from './integrity.mjs';
import {run} from './run.mjs';

rmSync('dist', {recursive: true, force: true});
const steps = [
  ['tsc', ['-p', 'scripts/tsconfig.build.json']],
  ['rollup', ['-c', '--silent']],
  ['cem', ['analyze', '--config', 'scripts/cem.config.mjs', '--quiet']],
];
for (const [command, args] of steps) {
  if (!run(command, args)) {
    console.error(`The build stopped at ${command}.`);
    process.exit(1);
  }
}

// The frame of the diagrams: a classic script with the library and its caller, and a page that loads it. WebKit does not
// match `self` for a sandboxed page.
const frame = buildSync({
  entryPoints: ['src/modules/diagrams/frame.ts'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  write: false,
});
const library = readFileSync('node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js', 'utf8');
writeFileSync('dist/cdn/diagram-frame.js', `${library}\n${frame.outputFiles[0].text}`);
writeFileSync(
  'dist/cdn/diagram-frame.html',
  `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src http: https:; style-src 'unsafe-inline'; font-src data:; img-src data:">
<body><script src="diagram-frame.js"></script>
`,
);
writeIntegrity();
writeEditorData();
