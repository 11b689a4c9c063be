// `npm run check`: everything that guards the tree, each by its own script of package.json; all run even when one fails.
import {run} from './run.mjs';

const guards = ['types', 'lint', 'templates', 'format', 'lock', 'package', 'unused'];
/** Each takes a minute or two; but one in many stands still when it has done all, and would for ever. */
const LIMIT = 10 * 60_000;

function passes(guard, tries = 2) {
  console.log(`\n> check:${guard}`);
  const begun = Date.now();
  if (run('npm', ['run', '--silent', `check:${guard}`], {}, LIMIT)) return true;
  return Date.now() - begun >= LIMIT && tries > 1 && passes(guard, tries - 1);
}

const failed = guards.filter(guard => !passes(guard));

for (const guard of failed) console.error(`check:${guard} failed`);
console.log(`guards: ${guards.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
