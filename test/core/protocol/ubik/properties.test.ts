import {describe, it} from 'node:test';
import fc from 'fast-check';
import {properties} from './properties.js';
import {runs} from '../../../support/full.js';

const RUNS = runs(1_000);
/** The same runs each time: `npm run fuzz` looks for new ones. */
const seed = Number(process.env['SEED'] ?? 1);

describe('every run of the Agent API', () => {
  for (const [sentence, property] of Object.entries(properties)) {
    it(sentence, test => {
      test.diagnostic(`${RUNS} runs of seed ${seed}; SEED=${seed} repeats them`);
      fc.assert(property, {numRuns: RUNS, seed});
    });
  }
});
