// `npm run test:bundlers`, `npm run test:frameworks`: installs the packed package into a folder outside of the repository
// together with bundlers or framework apps, and runs their tests. `npm run check:package` checks the packed package. All pack
// it first, unless `PACKED` names a tarball. `node test/packed.mjs pack FILE` writes one. Needs a build.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {requireChromium} from '../scripts/browsers.mjs';
import {filesBelow, run} from '../scripts/run.mjs';
import {runTestFiles} from '../scripts/test-files.mjs';

const [name, file = ''] = process.argv.slice(2);
const project = mkdtempSync(join(tmpdir(), `${name}-`));

/** Installations: all apps of one installation share one version of React. */
const installations = name === 'frameworks' ? ['newer', 'older'] : [''];
const isOlder = app => app === 'react18';

const prepare = {
  bundlers() {
    cpSync('test/bundlers/package.json', join(project, 'package.json'));
    cpSync('test/bundlers/build.mjs', join(project, 'build.mjs'));
    cpSync('test/bundlers/project', project, {recursive: true});
    cpSync('test/bundlers/playwright.config.ts', join(project, 'playwright.config.ts'));
    cpSync('demo/testing', join(project, 'recipes'), {recursive: true});
  },
  // npm workspaces: one installation for several apps.
  frameworks() {
    const {overrides} = JSON.parse(readFileSync('test/bundlers/package.json', 'utf8'));
    const root = {
      private: true,
      workspaces: ['*'],
      overrides: {rolldown: overrides.rolldown},
    };
    cpSync('test/frameworks/next-ssr', join(project, 'newer/next-ssr'), {recursive: true});
    for (const installation of installations) {
      for (const entry of readdirSync('demo/frameworks', {withFileTypes: true})) {
        if (entry.isDirectory() && isOlder(entry.name) !== (installation === 'older')) continue;
        cpSync(join('demo/frameworks', entry.name), join(project, installation, entry.name), {
          recursive: true,
        });
      }
      writeFileSync(join(project, installation, 'package.json'), JSON.stringify(root));
    }
  },
};

const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix'];

/** Packs the package into the project, unless it is packed already. Returns the path of the tarball, if that succeeded. */
function pack() {
  if (process.env.PACKED) return process.env.PACKED;
  if (!run('npm', ['pack', '--silent', '--pack-destination', project])) return undefined;
  return filesBelow(project, '.tgz')[0];
}

function runTests(tarball) {
  process.env.CHROME_PATH ??= requireChromium();
  prepare[name]();
  const installed = installations.every(installation => {
    const install = ['install', ...options, join(project, installation), tarball];
    // Asking the registry for changes of a thousand packages takes longer than installing them from the cache. A cache that
    // is too old for a required version is updated.
    return run('npm', [...install, '--prefer-offline']) || run('npm', install);
  });
  const files = filesBelow(`test/${name}`, '.test.ts');
  return installed && runTestFiles(files, {concurrency: 1, env: {PROJECT: project}});
}

const tasks = {
  pack(tarball) {
    mkdirSync(dirname(file), {recursive: true});
    cpSync(tarball, file);
    return true;
  },
  package: tarball =>
    run('publint', ['run', tarball, '--strict']) && run('attw', [tarball, '--profile', 'esm-only']),
  bundlers: runTests,
  frameworks: runTests,
};

if (name === 'pack') delete process.env.PACKED;
const tarball = pack();
const passed = tarball !== undefined && tasks[name](tarball);
rmSync(project, {recursive: true, force: true});
process.exitCode = passed ? 0 : 1;
