import {readFileSync, writeFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {ChatController} from '../src/controller/index.js';
import {aishu, anthropic, type Protocol, ubik} from '../src/core/index.js';
import {writeRecording} from '../src/core/recording/index.js';
import {StreamTap} from './stream-tap.js';

const usage = `npm run record -- URL --out FILE [options]

With --say, URL is the endpoint of an agent: the message is sent to it, and the run is followed to its end, over as many
connections as that takes. Without, URL is a stream, which is read to its end.

  --say TEXT        what to ask the agent
  --protocol NAME   ubik (the default), anthropic or aishu
  --agent KEY       the agent to ask, where the endpoint has several
  --token-url URL   where to get a token for each request by a POST
  --body JSON       sent by POST, instead of a GET; @FILE reads it from a file
  --framing KIND    lines or text, where the answer is no event stream
  --title TEXT      what the recording shows

Headers come from the environment: RECORD_TOKEN (sent as "Authorization: Bearer …") and RECORD_HEADERS (a JSON object). They
are never written to the file, and where an answer repeats them, it is written with asterisks in their place.`;

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    out: {type: 'string'},
    say: {type: 'string'},
    protocol: {type: 'string', default: 'ubik'},
    agent: {type: 'string'},
    'token-url': {type: 'string'},
    body: {type: 'string'},
    framing: {type: 'string'},
    title: {type: 'string'},
  },
});
const wires: Readonly<Record<string, Protocol>> = {ubik, anthropic, aishu};
const {out, say, protocol: wire, agent, body, title} = values;
const [url] = positionals;
const protocol = wires[wire];
const framing = (['lines', 'text'] as const).find(kind => kind === values.framing);

if (url === undefined || out === undefined || !protocol || framing !== values.framing) {
  console.error(usage);
  process.exit(2);
}

const {RECORD_TOKEN: token, RECORD_HEADERS: more = '{}'} = process.env;
const headers = JSON.parse(more) as Readonly<Record<string, string>>;
const authorized = {...headers, ...(token !== undefined && {authorization: `Bearer ${token}`})};
/** Shorter words are no secrets, and would be found everywhere. */
const secrets = Object.values(authorized).flatMap(value => value.match(/\S{8,}/g) ?? []);
const tap = new StreamTap();
process.once('SIGINT', () => tap.stop());

if (say === undefined) await read(url);
else await ask(url, say);

const head = {
  protocol: wire,
  ...(framing !== undefined && {framing}),
  ...(title !== undefined && {title}),
  ...(say !== undefined && {question: say}),
  recordedAt: new Date().toISOString(),
};
const recording = tap.recording(head, secrets);
writeFileSync(out, writeRecording(recording));
const chunks = recording.parts.filter(part => !('open' in part)).length;
console.log(`${out}: ${chunks} chunks, ${recording.end?.end ?? 'cut off'} by the other side`);
if (chunks === 0 || recording.end?.end !== 'closed') process.exitCode = 1;

/** Reads one stream to its end. */
async function read(address: string): Promise<void> {
  const sent = body?.startsWith('@') ? readFileSync(body.slice(1), 'utf8') : body;
  const response = await tap.fetch(address, {
    method: sent === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'text/event-stream',
      ...(sent !== undefined && {'content-type': 'application/json'}),
      ...authorized,
    },
    ...(sent !== undefined && {body: sent}),
    signal: tap.signal,
  });
  if (!response.ok) console.error(`${response.status} ${response.statusText}`);
  await response.text().catch(() => undefined);
}

/** Asks an agent, as a chat would. */
async function ask(endpoint: string, text: string): Promise<void> {
  const tokenEndpoint = values['token-url'];
  const chat = new ChatController(undefined, {
    endpoint,
    ...(protocol && {protocol}),
    headers,
    fetch: tap.fetch,
    ...(agent !== undefined && {agentId: agent}),
    ...(token !== undefined && {getToken: () => token}),
    ...(tokenEndpoint !== undefined && {tokenEndpoint}),
    onEvent(event) {
      if (event.type === 'error') console.error(event.error.code, event.error.detail ?? '');
      if (event.type === 'input-required') {
        console.error(`The agent asks: ${event.item.prompt}`);
        void chat.stop(); // Nobody sits here to answer.
      }
    },
  });
  chat.observe((_, told) => tap.tells(told));
  tap.signal.addEventListener('abort', () => void chat.stop());
  await chat.ready;
  await chat.send(text);
  chat.dispose();
}
