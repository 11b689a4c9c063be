// `npm run build`: types, modules, self-contained bundles, manifest. Two builds in a row are the same byte for byte.
import {rmSync} from 'node:fs';
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
writeIntegrity();
