import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {describe, it} from 'node:test';
import {promisify} from 'node:util';

describe('in an emulated DOM', () => {
  for (const name of ['jsdom', 'happy-dom']) {
    it(`the package is imported, upgraded and tested without an error: ${name}`, async () => {
      const args = ['--import', 'tsx', 'test/testing/emulated-dom.ts', name];
      const {stdout} = await promisify(execFile)(process.execPath, args);
      assert.match(stdout, /passed/);
    });
  }
});
