// `npm run check`: runs every check of the tree, each a script of package.json, two at a time. All run even if one fails.
import {spawn} from 'node:child_process';

/** `package` packs the package, which changes the README temporarily: it runs alone, after the others. */
const guards = ['lint', 'types', 'templates', 'format', 'lock', 'unused'];
const alone = ['package'];

/** Each check takes one or two minutes. Rarely, a check hangs after its work is done; it is killed and repeated once. */
const limitMs = 10 * 60_000;

/** Runs a check in its own process group, so that all processes of a hanging check can be killed. */
function runOnce(guard) {
  return new Promise(resolve => {
    const detached = process.platform !== 'win32';
    const child = spawn('npm', ['run', '--silent', `check:${guard}`], {
      detached,
      shell: !detached,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let isTimeout = false;
    const timer = setTimeout(() => {
      isTimeout = true;
      if (detached) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    }, limitMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => (output += text));
    }
    child.on('close', code => {
      clearTimeout(timer);
      resolve({output, isTimeout, passed: code === 0});
    });
  });
}

async function passes(guard) {
  let result = await runOnce(guard);
  if (result.isTimeout) result = await runOnce(guard);
  console.log(`\n> check:${guard}\n${result.output}`);
  return result.passed;
}

const failed = [];

async function work(queue) {
  for (let guard = queue.shift(); guard; guard = queue.shift()) {
    if (!(await passes(guard))) failed.push(guard);
  }
}

const queue = [...guards];
await Promise.all([work(queue), work(queue)]);
await work([...alone]);

for (const guard of failed) console.error(`check:${guard} failed`);
const count = guards.length + alone.length;
console.log(`guards: ${count - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
