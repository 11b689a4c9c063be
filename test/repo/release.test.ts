import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';

const files = ['package.json', 'CHANGELOG.md', 'README.md', 'src/elements/base/version.ts'];
const {version, scripts} = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  scripts: Record<string, string>;
};

describe('a release', () => {
  let folder = '';
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const release = (): string =>
    execFileSync('node', [resolve('scripts/release.mjs')], {cwd: folder, stdio: 'pipe'}).toString();

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    for (const file of files) cpSync(file, join(folder, file));
    const next = read('package.json').replace(`"version": "${version}"`, '"version": "9.8.7"');
    writeFileSync(join(folder, 'package.json'), next);
  });
  after(() => rmSync(folder, {recursive: true}));

  it('has one version everywhere', () => {
    assert.ok(readFileSync('src/elements/base/version.ts', 'utf8').includes(`'${version}'`));
    const named = [...readFileSync('README.md', 'utf8').matchAll(/ubik-chat@(\d[^/]*)/g)];
    assert.ok(named.length > 0);
    for (const [, name] of named) assert.equal(name, version);
    assert.match(scripts['version'] ?? '', /scripts\/release\.mjs/);
  });

  it('writes the new version everywhere, and dates the changelog', () => {
    const before = read('CHANGELOG.md');
    release();
    assert.match(read('src/elements/base/version.ts'), /version = '9\.8\.7';/);
    assert.equal(read('README.md').includes(`ubik-chat@${version}`), false);
    assert.match(read('README.md'), /ubik-chat@9\.8\.7\/dist\/cdn\/loader\.js/);
    const dated = /## \[Unreleased\]\n\n## \[9\.8\.7\] - \d{4}-\d\d-\d\d\n/;
    assert.match(read('CHANGELOG.md'), dated);
    assert.equal(read('CHANGELOG.md').replace(dated, '## [Unreleased]\n'), before);
  });

  it('fails if nothing is unreleased', () => {
    const before = read('CHANGELOG.md');
    assert.throws(release, /nothing unreleased/);
    assert.equal(read('CHANGELOG.md'), before);
  });
});
