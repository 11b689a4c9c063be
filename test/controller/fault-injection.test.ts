import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {planOf, play, type TrialOutcome, type TrialPlan} from './support/fault-trial.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {isFull} from '../support/full.js';

// FAULT_SEED=7 injects other errors; with FAULT_TRIAL=42 as well, only one of them.
const seed = Number(process.env['FAULT_SEED'] ?? 1);
const {FAULT_TRIAL: only} = process.env;
const count = isFull ? 300 : 24;
const numbers = only === undefined ? Array.from({length: count}, (_, n) => n) : [Number(only)];
/** Number of concurrent conversations. */
const atOnce = 8;

interface Trial extends TrialPlan, TrialOutcome {
  readonly number: number;
  readonly expected: string;
}

describe(`${count} random errors (FAULT_SEED=${seed})`, () => {
  let server: AgentServer;
  const trials: Trial[] = [];

  before(async () => {
    server = await startServer();
    const references = new Map<string, Promise<string>>();
    const expectedOf = (plan: TrialPlan): Promise<string> => {
      const key = JSON.stringify([plan.client.protocol.name, plan.question, plan.second]);
      const known =
        references.get(key) ??
        play(server, {...plan, faults: []}).then(({actual}) => {
          assert.doesNotMatch(actual, /"status":"(?!done|idle)/, `without a fault: ${key}`);
          return actual;
        });
      references.set(key, known);
      return known;
    };
    const waiting = [...numbers];
    const work = async (): Promise<void> => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
        const plan = planOf(seed, n);
        const expected = await expectedOf(plan);
        trials.push({number: n, expected, ...plan, ...(await play(server, plan, expected))});
      }
    };
    await Promise.all(Array.from({length: atOnce}, work));
    printTable(trials);
  });
  after(() => server.stop());

  it('no conversation is different', () => {
    report(trials.filter(({result}) => result === 'different'));
  });

  it('no message is posted twice', () => {
    report(trials.filter(({twice}) => twice));
  });

  it('a conversation is equal without a retry if the server has the message and the run can be joined', () => {
    const joinable = trials.filter(({client, taken}) => taken && client.protocol.operations.attach);
    assert.ok(only !== undefined || joinable.length > 0);
    report(joinable.filter(({result}) => result !== 'equal'));
  });

  it('the encoding of a stream and the order of ordered frames change nothing', () => {
    const harmless = trials.filter(({faults}) => faults.every(([, {kind}]) => !breaking.has(kind)));
    assert.ok(only !== undefined || harmless.length > 0);
    report(harmless.filter(({result}) => result !== 'equal'));
  });

  it('most of the injected errors affect a request', () => {
    const met = trials.filter(trial => trial.met > 0);
    assert.ok(met.length > trials.length * 0.8, `${met.length} of ${trials.length}`);
  });
});

const breaking: ReadonlySet<string> = new Set([
  'cut',
  'reset',
  'clean end',
  'stall',
  'half-open',
  'status',
  'sign-in page',
]);

/** Fails with everything that is needed to play these trials again. */
function report(failed: readonly Trial[]): void {
  const [first] = failed;
  if (!first) return;
  const list = failed.map(
    ({number, client, question, faults, result, taken, twice}) =>
      `FAULT_SEED=${seed} FAULT_TRIAL=${number}: ${client.protocol.name}, "${question}", ` +
      `${JSON.stringify(faults)}: ${result}, the server had the message: ${taken}, twice: ${twice}`,
  );
  console.error(list.join('\n'));
  assert.deepEqual(JSON.parse(first.actual), JSON.parse(first.expected), list[0]);
  assert.fail(list[0]);
}

function printTable(trials: readonly Trial[]): void {
  const rows = new Map<string, Record<string, number>>();
  for (const {client, faults, result, twice, met} of trials) {
    const [target, fault] = faults.at(-1) ?? ['', {kind: ''}];
    const kind = 'status' in fault ? fault.status : fault.kind;
    for (const name of [client.protocol.name, `  ${kind}`, `   ${target}`, 'all']) {
      const row = rows.get(name) ?? {
        trials: 0,
        met: 0,
        equal: 0,
        'equal after a retry': 0,
        different: 0,
        'posted twice': 0,
      };
      const add = (column: string): void => void (row[column] = (row[column] ?? 0) + 1);
      add('trials');
      if (met >= faults.length) add('met');
      add(result);
      if (twice) add('posted twice');
      rows.set(name, row);
    }
  }
  console.log(`FAULT_SEED=${seed}`);
  console.table(Object.fromEntries([...rows].sort(([a], [b]) => a.localeCompare(b))));
}
