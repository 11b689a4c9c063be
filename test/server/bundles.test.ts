import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {Bundles} from '../../demo/server/bundles.js';

describe('a bundled script', () => {
  let root: string;
  let bundles: Bundles;
  const write = (name: string, text: string): Promise<void> => writeFile(join(root, name), text);

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'bundles-'));
    await write('tsconfig.json', '{}');
    await write('part.ts', 'export const text: string = "first";');
    await write('entry.ts', 'import {text} from "./part.js"; console.log(text);');
    bundles = new Bundles(root);
  });
  after(async () => {
    await bundles.close();
    await rm(root, {recursive: true});
  });

  it('is the same until one of its files changes', async () => {
    // A file that is written while it is bundled counts as changed.
    await new Promise(resolve => setTimeout(resolve, 20));
    const first = await bundles.build('entry.ts');
    assert.match(first.code, /first/);
    assert.equal(await bundles.build('entry.ts'), first);
    await write('part.ts', 'export const text: string = "second";');
    const second = await bundles.build('entry.ts');
    assert.match(second.code, /second/);
    assert.notEqual(second.tag, first.tag);
  });

  it('is bundled again after an error', async () => {
    await write('part.ts', 'export const text: string = ;');
    await assert.rejects(bundles.build('entry.ts'), /Unexpected ";"/);
    await write('part.ts', 'export const text: string = "third";');
    assert.match((await bundles.build('entry.ts')).code, /third/);
  });
});
