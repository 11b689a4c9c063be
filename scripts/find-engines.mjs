// Finds the other engines for the tests: Firefox, and WebKit as WebKitGTK's test browser.
// `node scripts/find-engines.mjs` installs what is missing, on Debian and Ubuntu, as root.
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'];

/** @returns {string | undefined} the path of Firefox */
export function findFirefox() {
  const places = [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    `${process.env.PROGRAMFILES}\\Mozilla Firefox\\firefox.exe`,
  ];
  return process.env.FIREFOX_PATH ?? places.find(existsSync);
}

/** @returns {string | undefined} the path of WebKitGTK's MiniBrowser, if its driver is there too */
export function findWebkit() {
  if (!existsSync('/usr/bin/WebKitWebDriver')) return undefined;
  const browsers = libraries
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder).map(name => `${folder}/${name}/MiniBrowser`))
    .filter(path => path.includes('webkit') && existsSync(path));
  return browsers.sort().at(-1);
}

/** Names of the other engines that are installed. */
export function otherEngines() {
  return [findFirefox() && 'firefox', findWebkit() && 'webkit'].filter(Boolean);
}

function install() {
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'};
  const apt = (...args) => spawnSync('apt-get', args, {stdio: 'inherit', env});
  apt('update', '-q');
  // Separate commands: a missing package must not prevent the others from being installed.
  apt('install', '-q', '-y', '--no-install-recommends', 'firefox-esr');
  apt('install', '-q', '-y', '--no-install-recommends', 'webkit2gtk-driver', 'xvfb');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (debian && otherEngines().length < 2) install();
  console.log(`Engines beside Chromium: ${otherEngines().join(', ') || 'none'}`);
}
