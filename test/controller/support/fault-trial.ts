import {setTimeout as sleep} from 'node:timers/promises';
import {FaultProxy, type Break, type InjectedFault, type Forwarded} from './fault-proxy.js';
import {tale, talkTo} from './chat.js';
import type {Disorder} from './disorder.js';
import {Random} from './random.js';
import {SteppedEnvironment} from './stepped-environment.js';
import {aishu, anthropic, plainText, ubik, type Protocol} from '../../../src/core/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import type {AgentServer} from '../../support/agent-server.js';

type FaultTarget = 'send' | 'create' | 'attach' | 'history';

/** A protocol, and how a trial uses it. */
interface TrialProtocol {
  readonly protocol: Protocol;
  /** The endpoint, as a path of the server. */
  readonly path: string;
  /** The requests that an error can affect: method and end of the path. */
  readonly targets: Readonly<{send: RegExp} & Partial<Record<FaultTarget, RegExp>>>;
  readonly agentId?: string;
  /** Changes to its frames that do not change their meaning, by the specification of the protocol. */
  readonly disorders: readonly Disorder[];
}

const protocols: readonly [TrialProtocol, TrialProtocol, TrialProtocol] = [
  {
    protocol: ubik,
    path: '/api/v1',
    targets: {
      send: /^POST .*\/messages$/,
      create: /^POST .*\/agent-sessions$/,
      attach: /^GET .*\/stream$/,
      history: /^GET .*\/messages$/,
    },
    disorders: ['swapped frames', 'repeated pieces', 'swapped pieces', 'replayed stream'],
  },
  {
    protocol: anthropic,
    path: '/anthropic',
    targets: {send: /^POST .*\/v1\/messages$/},
    disorders: [],
  },
  {
    protocol: aishu,
    path: '/aishu/api/agent-factory/v1',
    agentId: 'demo',
    targets: {
      send: /^POST .*\/chat\/completion$/,
      create: /^POST .*\/conversation$/,
      attach: /^POST .*\/chat\/resume$/,
      history: /^GET .*\/conversation\/[^/]+$/,
    },
    disorders: ['repeated frames'],
  },
];

const questions = [
  'what is 2 * (3 + 4)',
  'search the docs for the stream',
  'write a long answer of 3 KB with 2 tools at 800 events a second',
] as const;

/** The errors of one trial. */
export interface TrialPlan {
  readonly client: TrialProtocol;
  readonly question: string;
  /** Whether there is a turn without an error before. */
  readonly second: boolean;
  readonly faults: readonly (readonly [FaultTarget, InjectedFault])[];
}

const breaks = ['cut', 'reset', 'clean end', 'stall', 'half-open'] as const;
const refusals = ['502', '503', '504', '429', 'sign-in page'] as const;
const encodings = ['wrong charset', 'BOM', 'CRLF', 'byte by byte'] as const;

/** The plan of a trial follows from the seed and its number alone. */
export function planOf(seed: number, number: number): TrialPlan {
  const random = new Random(seed, number);
  const client = protocols[number % protocols.length] ?? protocols[0];
  const question = random.pick(questions);
  const second = random.below(4) === 0;
  const faults: (readonly [FaultTarget, InjectedFault])[] = [];
  const kind = random.pick([...breaks, ...refusals, ...encodings, ...client.disorders]);
  const isStream = isOneOf(encodings, kind) || isOneOf(client.disorders, kind);
  const others = (['create', 'attach', 'history'] as const).filter(name => client.targets[name]);
  const [first = 'send', ...rest] = others;
  const aim = random.below(10);
  let target: FaultTarget = 'send';
  if (aim > 4 && isStream && client.targets.attach) target = 'attach';
  else if (aim > 4 && !isStream) target = random.pick([first, ...rest]);
  if (target === 'create' && second) target = 'send';
  if (target === 'attach') faults.push(['send', {kind: 'cut', at: random.below(1500)}]);
  faults.push([target, faultOf(kind, target, random)]);
  return {client, question, second, faults};
}

function faultOf(
  kind: Break | (typeof refusals)[number] | (typeof encodings)[number] | Disorder,
  target: FaultTarget,
  random: Random,
): InjectedFault {
  if (isOneOf(encodings, kind) || kind === 'sign-in page') return {kind};
  if (isOneOf(breaks, kind)) {
    const at = random.pick(['request', 'answer', 'body', 'body', 'body'] as const);
    const bytes = random.below(target === 'create' ? 40 : 4000);
    return {kind, at: at === 'body' || kind === 'clean end' ? bytes : at};
  }
  if (isOneOf(refusals, kind)) {
    const status = Number(kind);
    const acted = random.below(2) === 0 && (status === 502 || status === 504);
    return {kind: 'status', status, acted, ...(status === 503 && {retryAfter: 1})};
  }
  return {kind, seed: random.below(1000)};
}

const isOneOf = <T extends string>(list: readonly T[], entry: string): entry is T =>
  (list as readonly string[]).includes(entry);

/** The result of a conversation. */
export interface TrialOutcome {
  readonly result: 'equal' | 'equal after a retry' | 'different';
  /** Whether the server had the message before the retry. */
  readonly taken: boolean;
  /** How many errors of the plan have affected a request. */
  readonly met: number;
  /** Whether the server received the message more than once. */
  readonly twice: boolean;
  /** The conversation as JSON, without ids and times. */
  readonly actual: string;
}

const opening = 'what is 1 + 1';

type Request = Pick<Forwarded, 'method' | 'path'>;

const matching =
  (pattern: RegExp) =>
  ({method, path}: Request): boolean =>
    pattern.test(`${method} ${path.replace(/\?.*/, '')}`);

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** Plays a conversation and compares the result with the expected one, if that is known. */
export async function play(
  server: AgentServer,
  plan: TrialPlan,
  expected?: string,
): Promise<TrialOutcome> {
  const {client, question, second, faults} = plan;
  const {protocol, path, targets, agentId} = client;
  const proxy = await FaultProxy.open(server.origin);
  const environment = new SteppedEnvironment();
  const options = {endpoint: proxy.origin + path, protocol, ...(agentId && {agentId})};
  const {chat} = talkTo(server, options, environment);
  // Time passes while the chat reads a connection that will not send anything.
  const clock = setInterval(() => {
    if (proxy.isSilent) environment.pass(16_000);
  }, 50);
  const actual = (): string =>
    JSON.stringify({
      status: chat.status,
      messages: messagesOf(chat.conversation).map(plainText),
      items: tale(chat.conversation.children),
    }).replaceAll(proxy.origin, 'http://proxy');
  const isEqual = async (): Promise<boolean> => {
    // A message that the server has not stored yet is asked for once more after two seconds.
    for (let look = 0; look < 60 && expected !== undefined; look++) {
      if (actual() === expected) return true;
      if (chat.lastError) return false;
      await sleep(50);
    }
    return expected === undefined;
  };
  /** The requests that sent the message to the server. */
  const taken = (): readonly Forwarded[] =>
    proxy.forwarded
      .filter(matching(targets.send))
      .filter(({body, status = 0}) => status < 400 && body.includes(JSON.stringify(question)));
  try {
    await chat.ready;
    if (second) await chat.send(opening);
    for (const [target, fault] of faults) {
      const pattern = targets[target];
      if (pattern) proxy.arm(matching(pattern), fault);
    }
    await chat.send(question);
    const takenAtOnce = taken().length;
    let result: TrialOutcome['result'] = 'equal';
    if (!(await isEqual())) {
      await chat.retry();
      result = (await isEqual()) ? 'equal after a retry' : 'different';
    }
    // If a server stores no conversation, a repeated request is no second message: each contains all of them.
    const requests = protocol.operations.history ? taken().length : takenAtOnce;
    const most = Math.max(
      requests,
      ...taken().map(({body}) => occurrences(body, JSON.stringify(question))),
    );
    return {result, taken: takenAtOnce > 0, met: proxy.met, twice: most > 1, actual: actual()};
  } finally {
    clearInterval(clock);
    chat.dispose();
    await proxy.close();
  }
}
