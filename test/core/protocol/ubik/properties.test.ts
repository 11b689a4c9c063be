import {describe, it} from 'node:test';
import fc from 'fast-check';
import {properties} from './properties.js';

describe('every run of the Agent API', () => {
  for (const [sentence, property] of Object.entries(properties)) {
    it(sentence, () => {
      fc.assert(property, {numRuns: 1_000});
    });
  }
});
