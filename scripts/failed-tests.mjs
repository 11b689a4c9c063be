// A reporter of node:test that writes a line of JSON for each failed test: its file, its name with those of its suites, and its error.
import {relative} from 'node:path';

/** A failure of these types repeats that of a test inside. */
const repeats = new Set(['subtestsFailed']);

/** @param {AsyncIterable<{type: string, data: any}>} source */
export default async function* failedTests(source) {
  /** Names of the suites around the current test, by nesting. */
  const names = [];
  for await (const {type, data} of source) {
    if (type === 'test:start') names[data.nesting] = data.name;
    if (type !== 'test:fail' || repeats.has(data.details?.error?.failureType)) continue;
    const test = [...names.slice(0, data.nesting), data.name].join(' › ');
    const failure = data.details?.error;
    const error = String(failure?.cause?.message ?? failure?.message);
    yield `${JSON.stringify({file: relative('.', data.file), test, error})}\n`;
  }
}
