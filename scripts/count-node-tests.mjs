// A reporter of node:test that writes one line, how many tests passed and failed, for the closing line of `npm test`.
export default async function* countNodeTests(events) {
  let passed = 0;
  let failed = 0;
  for await (const {type, data} of events) {
    if (data?.details?.type === 'suite') continue;
    // A file that could not be run shows up as a failed test of its own name.
    if (type === 'test:pass') passed++;
    else if (type === 'test:fail') failed++;
  }
  yield `${passed} ${failed}\n`;
}
