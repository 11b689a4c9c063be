// Finds a Chrome, Chromium or Edge for the tests; on Debian and Ubuntu, as root, installs Debian's chromium if there is none.
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {Launcher} from 'chrome-launcher';

const others = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/microsoft-edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  `${process.env['PROGRAMFILES(X86)']}\\Microsoft\\Edge\\Application\\msedge.exe`,
];

function installations() {
  try {
    return Launcher.getInstallations();
  } catch {
    return []; // chrome-launcher throws where it finds nothing
  }
}

/** @returns {string | undefined} the path of the browser's executable */
export function findChromium() {
  return process.env.CHROME_PATH ?? installations()[0] ?? others.find(existsSync);
}

function install() {
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'};
  const apt = (...args) => spawnSync('apt-get', args, {stdio: 'inherit', env});
  apt('update', '-q');
  apt('install', '-q', '-y', '--no-install-recommends', 'chromium');
}

/** Finds or installs the browser; exits the process with a message if neither is possible. */
export function requireChromium() {
  const canInstall =
    existsSync('/etc/debian_version') && process.getuid?.() === 0 && !process.env.CHROME_PATH;
  if (!existsSync(findChromium() ?? '') && canInstall) install();
  const found = findChromium();
  if (found && existsSync(found)) return found;
  console.error(
    'The tests need Chrome, Chromium or Edge: install one, or set CHROME_PATH to its executable.',
  );
  process.exit(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(requireChromium());
}
