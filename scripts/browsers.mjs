// Finds the browsers for the tests: Chromium without its user interface, or else Chrome, Chromium or Edge; Firefox; and WebKit
// as WebKitGTK's test browser. `node scripts/browsers.mjs` installs the missing ones, or with the argument `chromium` only that
// one, on Debian and Ubuntu, as root.
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {Launcher} from 'chrome-launcher';

/**
 * Chromium without its user interface. Where it is missing, the tests use Chrome, Chromium or Edge, whose invisible windows
 * render a toolbar each: opening a page takes three times as long.
 */
const headlessShell = '/usr/bin/chromium-headless-shell';

const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/microsoft-edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  `${process.env['PROGRAMFILES(X86)']}\\Microsoft\\Edge\\Application\\msedge.exe`,
];
const firefoxPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  `${process.env.PROGRAMFILES}\\Mozilla Firefox\\firefox.exe`,
];
const webkitFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'];

function chromeInstallations() {
  try {
    return Launcher.getInstallations();
  } catch {
    return []; // chrome-launcher throws where it finds nothing
  }
}

/** @returns {string | undefined} the path of the executable of Chromium, without its user interface if possible */
export function findChromium() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  return existsSync(headlessShell) ? headlessShell : findChrome();
}

/** @returns {string | undefined} the path of the executable of Chrome, Chromium or Edge */
export function findChrome() {
  return chromeInstallations()[0] ?? chromiumPaths.find(existsSync);
}

/** @returns {string | undefined} the path of the executable */
export function findFirefox() {
  return process.env.FIREFOX_PATH ?? firefoxPaths.find(existsSync);
}

/** @returns {string | undefined} the path of WebKitGTK's MiniBrowser, if its driver is installed too */
export function findWebkit() {
  if (!existsSync('/usr/bin/WebKitWebDriver')) return undefined;
  const browsers = webkitFolders
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder).map(name => `${folder}/${name}/MiniBrowser`))
    .filter(path => path.includes('webkit') && existsSync(path));
  return browsers.sort().at(-1);
}

/**
 * Names of the installed engines beside Chromium.
 *
 * @returns {('firefox' | 'webkit')[]}
 */
export function otherEngines() {
  /** @type {('firefox' | 'webkit')[]} */
  const engines = [];
  if (findFirefox()) engines.push('firefox');
  if (findWebkit()) engines.push('webkit');
  return engines;
}

const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Installs packages of Debian, each list by its own command: a missing package must not prevent the others. */
function install(...lists) {
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'};
  const apt = (...args) => spawnSync('apt-get', args, {stdio: 'inherit', env});
  apt('update', '-q');
  for (const list of lists) apt('install', '-q', '-y', '--no-install-recommends', ...list);
}

/**
 * Finds or installs Chromium; exits the process with a message if neither is possible.
 *
 * @returns {string} the path of the executable
 */
export function requireChromium() {
  if (!process.env.CHROME_PATH && !existsSync(headlessShell) && canInstall()) {
    install(['chromium-headless-shell']);
    if (!findChromium()) install(['chromium']); // Ubuntu has no package of the shell
  }
  const found = findChromium();
  if (found && existsSync(found)) return found;
  console.error(
    'The tests need Chrome, Chromium or Edge: install one, or set CHROME_PATH to its executable.',
  );
  return process.exit(1);
}

/** Installs all browsers that are missing. */
export function requireBrowsers() {
  requireChromium();
  if (!canInstall()) return;
  if (!findChrome()) install(['chromium']);
  if (otherEngines().length < 2) install(['firefox-esr'], ['webkit2gtk-driver', 'xvfb']);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] !== 'chromium') requireBrowsers();
  console.log(`Chromium: ${requireChromium()}`);
  console.log(`Other engines: ${otherEngines().join(', ') || 'none'}`);
}
