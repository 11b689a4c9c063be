// `npm run check`: everything that guards the tree, each by its own script of package.json; all run even when one fails.
import {run} from './run.mjs';

const guards = ['types', 'lint', 'templates', 'format', 'lock', 'package', 'unused'];
const failed = guards.filter(guard => {
  console.log(`\n> check:${guard}`);
  return !run('npm', ['run', '--silent', `check:${guard}`]);
});

for (const guard of failed) console.error(`check:${guard} failed`);
console.log(`guards: ${guards.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
