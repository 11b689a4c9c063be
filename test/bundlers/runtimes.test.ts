import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {entriesOf, type Manifest} from '../support/entries.js';

const project = process.env['PROJECT'] ?? '';
const run = promisify(execFile);
const bin = (name: string): string => join(project, 'node_modules', '.bin', name);

const runtimes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Node: ['node', 'entries.mjs'],
  'a worker of Node': ['node', 'worker.mjs'],
  Deno: [bin('deno'), 'run', '--no-remote', '--allow-env', '--allow-read', 'entries.mjs'],
  Bun: [bin('bun'), 'entries.mjs'],
};

describe('a runtime without a document', () => {
  before(async () => {
    const file = join(project, 'node_modules', 'ubik-chat', 'package.json');
    const entries = entriesOf(JSON.parse(await readFile(file, 'utf8')) as Manifest);
    assert.ok(entries.length > 30);
    const script = [
      `for (const entry of ${JSON.stringify(entries)}) await import(entry);`,
      `await import('./core.js');`,
    ];
    await writeFile(join(project, 'entries.mjs'), script.join('\n'));
    const worker = `import {Worker} from 'node:worker_threads';
      new Worker(new URL('entries.mjs', import.meta.url));`;
    await writeFile(join(project, 'worker.mjs'), worker);
  });

  for (const [name, [command, ...words]] of Object.entries(runtimes)) {
    it(`imports every entry and folds a run: ${name}`, async () => {
      const {stdout} = await run(command, words, {cwd: project});
      assert.equal(stdout.trim(), 'Folded.');
    });
  }
});
