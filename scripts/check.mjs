// `npm run check`: runs all checks (scripts of package.json), also after a failure.
import {run} from './run.mjs';

const guards = ['types', 'lint', 'templates', 'format', 'lock', 'package', 'unused'];
/** A check takes one or two minutes, but occasionally does not exit after its work: it is then ended and repeated. */
const checkTimeoutMs = 10 * 60_000;

function passes(guard, tries = 2) {
  console.log(`\n> check:${guard}`);
  const start = Date.now();
  if (run('npm', ['run', '--silent', `check:${guard}`], {}, checkTimeoutMs)) return true;
  return Date.now() - start >= checkTimeoutMs && tries > 1 && passes(guard, tries - 1);
}

const failed = guards.filter(guard => !passes(guard));

for (const guard of failed) console.error(`check:${guard} failed`);
console.log(`guards: ${guards.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
