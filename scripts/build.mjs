// `npm run build`: types, modules, self-contained bundles, manifest, data for editors. The output is reproducible byte for byte.
import {spawn} from 'node:child_process';
import {cpSync, rmSync} from 'node:fs';
import {writeIntegrity} from './integrity.mjs';

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

rmSync('dist', {recursive: true, force: true});
log('building types, manifest, modules and bundles');
await Promise.all([
  run('types', 'tsc', '-p', 'src/tsconfig.build.json').then(() =>
    run('manifest', 'cem', 'analyze', '--config', 'scripts/cem.config.mjs', '--quiet').then(() =>
      run('data for editors', 'tsx', 'scripts/editors.ts'),
    ),
  ),
  run('modules and bundles', 'rollup', '-c', '--silent'),
]);
cpSync('src/cdn/diagram-frame.html', 'dist/cdn/diagram-frame.html');
writeIntegrity();
log('integrity hashes');
