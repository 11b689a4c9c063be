// `npm run test:bundlers`, `npm run test:frameworks`: packs the package, installs the tarball into a folder outside of the
// repository together with bundlers or framework apps, and runs their tests. Needs a build.
import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {requireChromium} from '../scripts/browsers.mjs';
import {filesBelow, run} from '../scripts/run.mjs';

const name = process.argv[2];
const project = mkdtempSync(join(tmpdir(), `${name}-`));

/** Installations: all apps of one installation share one version of React. */
const installations = name === 'frameworks' ? ['newer', 'older'] : [''];
const isOlder = app => app === 'react18';

const prepare = {
  bundlers() {
    cpSync('test/bundlers/package.json', join(project, 'package.json'));
    cpSync('test/bundlers/build.mjs', join(project, 'build.mjs'));
    cpSync('test/bundlers/project', project, {recursive: true});
  },
  // npm workspaces: one installation for several apps.
  frameworks() {
    const {overrides} = JSON.parse(readFileSync('test/bundlers/package.json', 'utf8'));
    const root = {private: true, workspaces: ['*'], overrides: {rolldown: overrides.rolldown}};
    cpSync('test/frameworks/next', join(project, 'newer/next'), {recursive: true});
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

process.env.CHROME_PATH ??= requireChromium();
prepare[name]();
const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix'];

function runTests() {
  if (!run('npm', ['pack', '--silent', '--pack-destination', project])) return false;
  const [tarball] = filesBelow(project, '.tgz');
  const installed = installations.every(installation =>
    run('npm', ['install', ...options, join(project, installation), tarball]),
  );
  const node = ['--import', 'tsx', '--test', '--test-concurrency=1', '--test-reporter=spec'];
  const files = filesBelow(`test/${name}`, '.test.ts');
  return installed && run('node', [...node, ...files], {PROJECT: project});
}

const passed = runTests();
rmSync(project, {recursive: true, force: true});
process.exitCode = passed ? 0 : 1;
