// `npm run test:bundlers`, `npm run test:frameworks`: packs the package, installs the tarball into a folder outside of the
// repository, beside common tools or beside apps of frameworks, and tries what they make of it. Needs a build.
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {counted, filesBelow, nodeTests, run} from './run.mjs';
import {requireChromium} from './find-chromium.mjs';

const name = process.argv[2];
const project = mkdtempSync(join(tmpdir(), `${name}-`));

const prepare = {
  bundlers() {
    cpSync('test/bundlers/package.json', join(project, 'package.json'));
    cpSync('test/bundlers/build.mjs', join(project, 'build.mjs'));
    cpSync('test/bundlers/project', project, {recursive: true});
  },
  // One installation for all of them; versions that exclude each other lie in the folder of the app.
  frameworks() {
    cpSync('demo/frameworks', project, {recursive: true});
    const {overrides} = JSON.parse(readFileSync('test/bundlers/package.json', 'utf8'));
    const root = {private: true, workspaces: ['*'], overrides: {rolldown: overrides.rolldown}};
    writeFileSync(join(project, 'package.json'), JSON.stringify(root));
  },
};

process.env.CHROME_PATH ??= requireChromium();
prepare[name]();
const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', project];
const {passed, failed} = counted(counts => {
  if (!run('npm', ['pack', '--silent', '--pack-destination', project])) return false;
  const [tarball] = filesBelow(project, '.tgz');
  const [node, ...words] = nodeTests([`test/${name}`], counts);
  return run('npm', ['install', ...options, tarball]) && run(node, words, {PROJECT: project});
});
rmSync(project, {recursive: true, force: true});
console.log(`${name}: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
