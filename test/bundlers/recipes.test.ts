import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {copyFile} from 'node:fs/promises';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import {promisify} from 'node:util';

/** A project outside of this repository with the packed package and the test runners, created by `test/packed.mjs`. */
const project = process.env['PROJECT'] ?? '';
const recipes = join(project, 'recipes');
const run = promisify(execFile);

describe('the recipes of the page about testing', () => {
  before(() =>
    copyFile('demo/recordings/ubik/b-multi-step-web-search.jsonl', join(recipes, 'museum.jsonl')),
  );

  it('have correct types', async () => {
    await run('npx', ['tsc', '-p', '.'], {cwd: recipes});
  });

  for (const environment of ['jsdom', 'happy-dom']) {
    it(`pass in Vitest with ${environment}: a page, a controller, a recording, a story`, async () => {
      const {stdout} = await run(
        'npx',
        ['vitest', 'run', '--environment', environment, '--reporter', 'json'],
        {cwd: recipes},
      );
      const {numPassedTests, numTotalTests} = JSON.parse(stdout) as Record<string, unknown>;
      assert.deepEqual([numPassedTests, numTotalTests], [4, 4]);
    });
  }

  it('pass in Playwright', async () => {
    const {stdout} = await run('npx', ['playwright', 'test'], {cwd: project});
    assert.match(stdout, /1 passed/);
  });
});
