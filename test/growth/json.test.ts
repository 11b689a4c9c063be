import {describe, it} from 'node:test';
import {parseReceived} from '../../src/core/json.js';
import {writtenToolInput} from '../../src/core/model/select.js';
import type {ToolItem} from '../../src/core/index.js';
import {assertLinear} from './linear.js';

const id = '"id":1234567890123456789';
const link = '<a class=\\"b\\" href=\\"https://x.example/1234567890123456\\">a</a>\\n';

const call = (input: string): ToolItem => ({
  id: 'c',
  kind: 'tool',
  name: 'write',
  status: 'streaming',
  input,
  output: '',
  log: '',
  children: [],
});

/**
 * Texts with a long number and a string that has no end. The shortest has more than 100 KB: below, regular expressions need no
 * more memory than they always have, so the cost does not compare.
 */
const texts: readonly (readonly [name: string, size: number, make: (size: number) => string])[] = [
  ['escaped quotes', 320_000, size => `{${id},"x":"${'\\"'.repeat(size)}`],
  ['escaped quotes, and half an escape', 320_000, size => `{${id},"x":"${'\\"'.repeat(size)}\\`],
  ['a page with links', 16_000, size => `{"path":"a.html","content":"${link.repeat(size)}`],
];

describe('reading time of JSON in which a string is open grows with its length:', () => {
  for (const [name, size, make] of texts) {
    it(`the input of a call, with ${name}`, () => {
      assertLinear(length => writtenToolInput(call(make(length))), size);
    });

    it(`a frame, with ${name}`, () => {
      assertLinear(length => parseReceived(make(length)), size);
    });
  }
});
