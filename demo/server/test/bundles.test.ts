import assert from 'node:assert/strict';
import {mkdtemp, rm, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {Bundles} from '../bundles.js';

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
    assert.match((await bundles.build('entry.ts')).code, /first/);
    const first = await bundles.build('entry.ts');
    assert.equal(await bundles.build('entry.ts'), first);
    await write('part.ts', 'export const text: string = "second";');
    const second = await bundles.build('entry.ts');
    assert.match(second.code, /second/);
    assert.notEqual(second.tag, first.tag);
  });

  it('contains a change that follows a build at once', async () => {
    for (let change = 0; change < 100; change++) {
      await write('part.ts', `export const text: string = "change ${change}";`);
      assert.match((await bundles.build('entry.ts')).code, new RegExp(`"change ${change}"`));
    }
  });

  it('contains a change that keeps the time and the size of the file', async () => {
    const time = new Date(2020, 1, 1);
    for (const text of ['one', 'two', 'six']) {
      await write('part.ts', `export const text: string = "${text}";`);
      await utimes(join(root, 'part.ts'), time, time);
      assert.match((await bundles.build('entry.ts')).code, new RegExp(`"${text}"`));
    }
  });

  it('contains a change that is made during a build, in the next request', async () => {
    for (let change = 0; change < 20; change++) {
      const before = bundles.build('entry.ts');
      await write('part.ts', `export const text: string = "during ${change}";`);
      const after = bundles.build('entry.ts');
      await before;
      assert.match((await after).code, new RegExp(`"during ${change}"`));
    }
  });

  it('is one script for all spellings of its path', async () => {
    const spellings = ['entry.ts', './entry.ts', '/entry.ts', '//entry.ts', 'x/../entry.ts'];
    const built = await Promise.all(spellings.map(path => bundles.build(path)));
    assert.equal(new Set(built).size, 1);
    assert.equal(bundles.size, 1);
  });

  it('is forgotten after many others, and then built again, also during a build', async () => {
    const few = new Bundles(root, {max: 2});
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await write(`${name}.ts`, `console.log("I am ${name}");`);
    const requested = [...names, ...names.toReversed(), 'a', 'a'];
    const built = await Promise.all(requested.map(name => few.build(`${name}.ts`)));
    for (const [n, {code}] of built.entries()) assert.match(code, new RegExp(`am ${requested[n]}`));
    assert.equal(few.size, 2);
    assert.match((await few.build('d.ts')).code, /I am d/);
    assert.equal(few.size, 2);
    await few.close();
    assert.equal(few.size, 0);
  });

  it('is bundled at most twice for requests at the same time: once under way, and once for all others', async () => {
    await write('broken.ts', 'const text = ;');
    const failed = async (): Promise<unknown> =>
      bundles.build('broken.ts').then(
        () => assert.fail('built'),
        (error: unknown) => error,
      );
    const errors = Array.from({length: 40}, failed);
    await errors[0];
    errors.push(...Array.from({length: 40}, failed));
    const different = new Set(await Promise.all(errors)).size;
    assert.ok(different <= 3, `bundled ${different} times`);
  });

  it('is bundled again after an error', async () => {
    await write('part.ts', 'export const text: string = ;');
    await assert.rejects(bundles.build('entry.ts'), /Unexpected ";"/);
    await write('part.ts', 'export const text: string = "third";');
    assert.match((await bundles.build('entry.ts')).code, /third/);
  });
});
