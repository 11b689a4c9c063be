#!/usr/bin/env node
import {parseArgs} from 'node:util';
import {checkServer, type Finding} from '../check/check.js';
import {checkCors, observeRequests} from '../check/cors.js';
import {eventText, findingText} from '../check/report-text.js';
import {ChatError} from '../controller/http/errors.js';
import {loadProtocol} from '../controller/protocol-source.js';
import {protocols} from '../controller/protocols.js';

const usage = `Checks a server: sends a message as the chat does, and reports each event.

  ubik-chat check URL --protocol NAME [options]

  --protocol NAME     ${protocols.names().join(', ')}; the default is ubik
  --say TEXT          the message to send; the default is "Hello"
  --agent-id ID       the agent, or the model
  --token-url URL     the token endpoint. A fixed token is read from UBIK_CHAT_TOKEN
  --header NAME:TEXT  a header of every request; can be repeated
  --origin ORIGIN     also checks whether pages of this origin may use the server
  --timeout SECONDS   stops the run after this time; the default is 60

The exit status is 1 if the check found an error, and 2 if it could not start.`;

/** The longest delay of a timer. */
const maxTimeoutMs = 2 ** 31 - 1;

class UsageError extends Error {}

run(process.argv.slice(2)).then(
  isGood => (process.exitCode = isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);

/** Returns whether the check found no error. */
async function run(args: readonly string[]): Promise<boolean> {
  const {values, positionals} = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      protocol: {type: 'string', default: 'ubik'},
      say: {type: 'string', default: 'Hello'},
      'agent-id': {type: 'string'},
      'token-url': {type: 'string'},
      header: {type: 'string', multiple: true, default: []},
      origin: {type: 'string'},
      timeout: {type: 'string', default: '60'},
      help: {type: 'boolean', default: false},
    },
  });
  const [command, endpoint, ...rest] = positionals;
  if (values.help) {
    console.log(usage);
    return true;
  }
  if (command !== 'check' || endpoint === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const source = protocols.get(values.protocol);
  if (!source) {
    throw new UsageError(
      `There is no protocol ${values.protocol}. There are: ${protocols.names().join(', ')}.`,
    );
  }
  const seconds = Number(values.timeout);
  if (!(seconds > 0)) throw new UsageError('--timeout is a number of seconds.');
  const token = process.env['UBIK_CHAT_TOKEN'];
  const agentId = values['agent-id'];
  const tokenEndpoint = values['token-url'];
  requireAddress('URL', endpoint);
  if (tokenEndpoint !== undefined) requireAddress('--token-url', tokenEndpoint);
  const origin = values.origin === undefined ? undefined : originOf(values.origin);
  const headers = Object.fromEntries(values.header.map(readHeader));
  if (token !== undefined) requireHeader('authorization', token, 'UBIK_CHAT_TOKEN');
  const observed = origin === undefined ? undefined : observeRequests(origin);
  const all: Finding[] = [];
  printOthers(all);
  let count = 0;
  const signal = AbortSignal.timeout(Math.min(Math.ceil(seconds * 1000), maxTimeoutMs));
  const findings = await checkServer({
    endpoint,
    protocol: await loadProtocol(source),
    message: values.say,
    headers,
    signal,
    fetch: observed?.fetch,
    agentId,
    tokenEndpoint,
    getToken: token === undefined ? undefined : () => token,
    onEvent: event => {
      count += 1;
      console.log(eventText(event, count));
    },
  }).catch((error: unknown) => {
    if (error instanceof ChatError) throw new UsageError(error.message);
    throw error;
  });
  all.push(...findings);
  for (const request of observed?.requests() ?? []) {
    if (origin !== undefined) all.push(...(await checkCors(request, origin, signal)));
  }
  console.log(`\n${all.map(findingText).join('\n')}`);
  return all.every(({level}) => level !== 'error');
}

/** Prints what the chat writes to the console of a page, at the end and without what is a finding. */
function printOthers(findings: readonly Finding[]): void {
  const lines = new Set<string>();
  console.warn = (line: unknown): void => void lines.add(String(line));
  process.once('beforeExit', () => {
    const known = new Set(findings.map(({text}) => subjectOf(text)));
    for (const line of lines) if (!known.has(subjectOf(line))) console.error(line);
  });
}

/** What a line is about: the code of an error with its request, or the first sentence. */
const subjectOf = (line: string): string =>
  line
    .replace(/^(?:Failed: |Ubik Chat: (?:call-not-run\. )?)/, '')
    .split(/\.(?:\s|$)/, 2)
    .join('. ');

function requireAddress(option: string, text: string): void {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`${option} is not an HTTP address: ${text}`);
  const {username, password} = new URL(text);
  if (username + password !== '')
    throw new UsageError(
      `${option} has a user or a password, which no request can have in its address. Use --header "Authorization: …".`,
    );
}

/** The origin of an address. Pages without one, such as files, have the origin `null`. */
function originOf(text: string): string {
  if (text === 'null') return text;
  requireAddress('--origin', text);
  return new URL(text).origin;
}

/** Throws if no request can have the header. */
function requireHeader(name: string, value: string, option: string): void {
  try {
    new Headers([[name, value]]);
  } catch {
    throw new UsageError(`${option} is no header that can be sent: ${name}`);
  }
}

function readHeader(line: string): [string, string] {
  const at = line.indexOf(':');
  if (at < 1) throw new UsageError(`--header needs a name and a value: ${line}`);
  const [name, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  requireHeader(name, value, '--header');
  return [name, value];
}
