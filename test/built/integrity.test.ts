import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';

/** The hashes by path below the folder of the files that a page can load; the build writes it. */
const list = join('dist', 'cdn', 'integrity.json');
const hashes = JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, string>>;

describe('the hashes of the files that a page can load', () => {
  let folder = '';
  const readme = (): string => readFileSync(join(folder, 'README.md'), 'utf8');
  const rewrite = (how: string): void => {
    execFileSync('node', [resolve('scripts/integrity.mjs'), how], {cwd: folder});
  };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'integrity-'));
    for (const file of ['README.md', list]) cpSync(file, join(folder, file));
  });
  after(() => rmSync(folder, {recursive: true}));

  it('are those of all files', () => {
    const files = readdirSync('dist/cdn', {recursive: true})
      .map(name => String(name).replaceAll('\\', '/'))
      .filter(name => name.endsWith('.js'));
    const real = files.sort().map(name => {
      const hash = createHash('sha384').update(readFileSync(join('dist/cdn', name)));
      return [name, `sha384-${hash.digest('base64')}`];
    });
    assert.deepEqual(Object.entries(hashes).sort(), real.sort());
  });

  it('are in the snippets of the packed README, and only there', () => {
    const before = readme();
    rewrite('fill');
    const filled = readme();
    for (const name of ['ubik-chat.standalone.js', 'ubik-chat.js', 'loader.js']) {
      assert.ok(filled.includes(`integrity="${hashes[name] ?? ''}"`), name);
    }
    const [, map = ''] = /<script type="importmap">([^<]*)</.exec(filled) ?? [];
    const {integrity} = JSON.parse(map) as {integrity: Record<string, string>};
    const entries = Object.entries(integrity).map(([address, hash]) => {
      const [start, file] = address.split('/dist/cdn/');
      assert.match(start ?? '', /^https:\/\/cdn\.jsdelivr\.net\/npm\/ubik-chat@[\d.]+$/);
      return [file, hash];
    });
    assert.deepEqual(Object.fromEntries(entries), hashes);
    assert.doesNotMatch(filled, /sha384-…/);
    rewrite('clear');
    assert.equal(readme(), before);
    const {scripts} = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    assert.deepEqual(
      [scripts['prepack'], scripts['postpack']],
      ['node scripts/integrity.mjs fill', 'node scripts/integrity.mjs clear'],
    );
  });
});
