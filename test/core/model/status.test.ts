import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Status} from '../../../src/core/model/item.js';
import {isOpen, isStatus} from '../../../src/core/model/status.js';

const open: readonly Status[] = ['streaming', 'waiting'];
const ended: readonly Status[] = ['done', 'failed', 'stopped', 'interrupted'];

describe('isStatus', () => {
  for (const status of [...open, ...ended]) {
    it(`is so for ${status}`, () => {
      assert.equal(isStatus(status), true);
    });
  }

  for (const value of [
    '',
    'Done',
    'running',
    'toString',
    '__proto__',
    undefined,
    null,
    0,
    {},
    [],
  ]) {
    it(`is not so for ${JSON.stringify(value)}`, () => {
      assert.equal(isStatus(value), false);
    });
  }
});

describe('isOpen', () => {
  for (const status of open) {
    it(`is so while it is ${status}`, () => {
      assert.equal(isOpen(status), true);
    });
  }

  for (const status of [...ended, undefined]) {
    it(`is not so when it is ${status ?? 'not known'}`, () => {
      assert.equal(isOpen(status), false);
    });
  }
});
