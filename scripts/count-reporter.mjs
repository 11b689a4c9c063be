// Writes the numbers of passed and failed browser tests to the file COUNTS, for the summary of `npm test`.
import {appendFileSync} from 'node:fs';

function count(suite, totals) {
  for (const test of suite?.tests ?? []) {
    if (test.passed) totals.passed++;
    else totals.failed++;
  }
  for (const inner of suite?.suites ?? []) count(inner, totals);
}

export const countReporter = () => ({
  stop({sessions}) {
    const totals = {passed: 0, failed: 0};
    for (const session of sessions) {
      count(session.testResults, totals);
      totals.failed += session.errors?.length ?? 0;
    }
    if (process.env.COUNTS)
      appendFileSync(process.env.COUNTS, `${totals.passed} ${totals.failed}\n`);
  },
});
