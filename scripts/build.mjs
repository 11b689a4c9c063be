// `npm run build`: types, modules, self-contained bundles, manifest, data for editors. The output is reproducible byte for byte.
import {spawn} from 'node:child_process';
import {cpSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {writeIntegrity} from './integrity.mjs';
import {filesBelow} from './run.mjs';

const start = performance.now();

function log(message) {
  const seconds = ((performance.now() - start) / 1000).toFixed(0).padStart(3);
  console.log(`${seconds} s  ${message}`);
}

/** Runs a command of the project; exits the process if it fails. */
async function run(task, command, ...args) {
  const child = spawn('npx', ['--no-install', command, ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const code = await new Promise(resolve => child.on('close', resolve));
  log(code === 0 ? task : `${task}: failed`);
  if (code !== 0) process.exit(1);
}

/** What a pattern of `exports` matches: only these files of elements and modules are built, as in the Rollup configuration. */
const matched =
  /(elements\/(?<tag>ubik-\w+)\/\k<tag>(\.define)?|modules\/[\w-]+(\/(index|shell))?|cdn\/(?!standalone)[\w-]+)\.d\.ts$/;

/** The declarations of the entries of the package. */
function entryTypes() {
  const {exports: paths} = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.values(paths).flatMap(entry => {
    const path = join(entry.types ?? entry);
    const [folder, ...pattern] = path.split('*');
    if (pattern.length > 0) return filesBelow(folder, '.d.ts').filter(file => matched.test(file));
    return /\.(js|d\.ts)$/.test(path) ? [path.replace(/\.js$/, '.d.ts')] : [];
  });
}

/** Removes the declarations that no entry of the package imports, because `exports` does not name them. */
function removePrivateTypes() {
  const used = new Set(entryTypes());
  for (const file of used) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g);
    for (const [, path] of imports) used.add(join(dirname(file), path.replace(/\.js$/, '.d.ts')));
  }
  for (const file of filesBelow('dist', '.d.ts')) if (!used.has(file)) rmSync(file);
}

/** Writes the manifest of the elements without white space, which is 40 percent of it. */
function compactManifest() {
  const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
  writeFileSync('custom-elements.json', `${JSON.stringify(manifest)}\n`);
}

rmSync('dist', {recursive: true, force: true});
log('building types, manifest, modules and bundles');
await Promise.all([
  run('types', 'tsc', '-p', 'src/tsconfig.build.json').then(async () => {
    removePrivateTypes();
    await run('manifest', 'cem', 'analyze', '--config', 'scripts/cem.config.mjs', '--quiet');
    compactManifest();
    await Promise.all([
      run('data for editors', 'tsx', 'scripts/editors.ts'),
      run('documentation for language models', 'tsx', 'scripts/llms.ts'),
    ]);
  }),
  run('modules and bundles', 'rollup', '-c', '--silent'),
]);
cpSync('src/cdn/diagram-frame.html', 'dist/cdn/diagram-frame.html');
const {appShell} = await import('../dist/modules/mcp-apps/shell.js');
writeFileSync('dist/cdn/mcp-app-shell.html', appShell().html);
writeIntegrity();
log('integrity hashes');
