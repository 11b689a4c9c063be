// A reporter of node:test that writes the numbers of passed and failed tests, for the summary of `npm test`.
export default async function* countNodeTests(events) {
  let passed = 0;
  let failed = 0;
  for await (const {type, data} of events) {
    if (data?.details?.type === 'suite') continue;
    // A file that cannot be run is reported as a failed test with its name.
    if (type === 'test:pass') passed++;
    else if (type === 'test:fail') failed++;
  }
  yield `${passed} ${failed}\n`;
}
