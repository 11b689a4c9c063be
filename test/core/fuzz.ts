// `npm run fuzz -- --seconds 60 [--seed N]`: checks the properties of runs with new seeds for the given time
// to, and prints the seed and the smallest case of each failure. Failures become fixtures.
import {parseArgs} from 'node:util';
import fc from 'fast-check';
import {properties} from './protocol/ubik/properties.js';

const {values} = parseArgs({
  options: {seconds: {type: 'string', default: '60'}, seed: {type: 'string'}},
});

const RUNS = 500;
const until = Date.now() + Number(values.seconds) * 1000;
let seed = values.seed === undefined ? Date.now() | 0 : Number(values.seed);
let runs = 0;
let found = 0;

do {
  for (const [sentence, property] of Object.entries(properties)) {
    const details = fc.check(property, {seed, numRuns: RUNS});
    runs += details.numRuns;
    if (!details.failed) continue;
    found++;
    console.error(`Seed ${seed}: not true that ${sentence}.`);
    console.error(fc.stringify(details.counterexample));
    console.error(details.errorInstance);
  }
  seed = (seed + 1) | 0;
} while (Date.now() < until);

console.log(`${runs} runs, ${found} findings`);
process.exitCode = found > 0 ? 1 : 0;
