import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';

/** Installs the peers of the benchmark unless they are installed. */
export function installPeers(): void {
  const folder = import.meta.dirname;
  // npm writes this file after everything is installed.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  const {status} = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The peers of the benchmark could not be installed.');
}
