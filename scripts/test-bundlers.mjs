// `npm run test:bundlers`: packs the package, installs the tarball beside common tools into a folder outside of the
// repository, and tries what they make of it. Needs a build.
import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {counted, filesBelow, nodeTests, run} from './run.mjs';
import {requireChromium} from './find-chromium.mjs';

process.env.CHROME_PATH ??= requireChromium();
const project = mkdtempSync(join(tmpdir(), 'bundlers-'));
cpSync('test/bundlers/package.json', join(project, 'package.json'));
cpSync('test/bundlers/build.mjs', join(project, 'build.mjs'));
cpSync('test/bundlers/project', project, {recursive: true});

const install = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', project];
const {passed, failed} = counted(counts => {
  if (!run('npm', ['pack', '--silent', '--pack-destination', project])) return false;
  const [tarball] = filesBelow(project, '.tgz');
  const [node, ...words] = nodeTests(['test/bundlers'], counts);
  return run('npm', ['install', ...install, tarball]) && run(node, words, {PROJECT: project});
});
rmSync(project, {recursive: true, force: true});
console.log(`bundlers: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
