import {readFileSync, writeFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {ChatController} from '../src/controller/index.js';
import {aishu, aiSdk, anthropic, openaiChat, type Protocol, ubik} from '../src/core/index.js';
import {writeRecording} from '../src/core/recording/index.js';
import {StreamTap} from './stream-tap.js';

const usage = `npm run record -- URL --out FILE [options]

With --say, URL is the endpoint of an agent: the message is sent to it, and the run is recorded to its end, over several
connections if necessary. Without --say, URL is a stream, which is read to its end.

  --say TEXT        the message to send
  --protocol NAME   ubik (default), anthropic, aishu, ai-sdk or openai-chat
  --agent KEY       the id of the agent, if the endpoint has several
  --token-url URL   the token endpoint (POST)
  --body JSON       sends a POST with this body instead of a GET; @FILE reads it from a file
  --framing KIND    lines or text, if the response is not an event stream
  --title TEXT      a description of the recording

Headers are read from the environment: RECORD_TOKEN (sent as "Authorization: Bearer …") and RECORD_HEADERS (a JSON object).
They are never written to the file; if a response repeats them, they are replaced by asterisks.`;

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
const protocols: Readonly<Record<string, Protocol>> = {
  ubik,
  anthropic,
  aishu,
  'ai-sdk': aiSdk,
  'openai-chat': openaiChat,
};
const {out, say, protocol: protocolName, agent, body, title} = values;
const [url] = positionals;
const protocol = protocols[protocolName];
const framing = (['lines', 'text'] as const).find(kind => kind === values.framing);

if (url === undefined || out === undefined || !protocol || framing !== values.framing) {
  console.error(usage);
  process.exit(2);
}

const {RECORD_TOKEN: token, RECORD_HEADERS: extraHeaders = '{}'} = process.env;
const headers = JSON.parse(extraHeaders) as Readonly<Record<string, string>>;
const authorized = {...headers, ...(token !== undefined && {authorization: `Bearer ${token}`})};
/** Values of at least 8 characters; shorter ones could occur anywhere. */
const secrets = Object.values(authorized).flatMap(value => value.match(/\S{8,}/g) ?? []);
const tap = new StreamTap();
process.once('SIGINT', () => tap.stop());

if (say === undefined) await read(url);
else await sendMessage(url, say);

const head = {
  protocol: protocolName,
  ...(framing !== undefined && {framing}),
  ...(title !== undefined && {title}),
  ...(say !== undefined && {question: say}),
  recordedAt: new Date().toISOString(),
};
const recording = tap.recording(head, secrets);
writeFileSync(out, writeRecording(recording));
const chunks = recording.parts.filter(part => !('open' in part)).length;
console.log(`${out}: ${chunks} chunks, connection ${recording.end?.end ?? 'not opened'}`);
if (chunks === 0 || recording.end?.end !== 'closed') process.exitCode = 1;

/** Reads one stream to its end. */
async function read(address: string): Promise<void> {
  const content = body?.startsWith('@') ? readFileSync(body.slice(1), 'utf8') : body;
  const response = await tap.fetch(address, {
    method: content === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'text/event-stream',
      ...(content !== undefined && {'content-type': 'application/json'}),
      ...authorized,
    },
    ...(content !== undefined && {body: content}),
    signal: tap.signal,
  });
  if (!response.ok) console.error(`${response.status} ${response.statusText}`);
  await response.text().catch(() => undefined);
}

/** Sends a message to an agent as a chat would. */
async function sendMessage(endpoint: string, text: string): Promise<void> {
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
        console.error(`Question of the agent: ${event.item.prompt}`);
        void chat.stop(); // There is no user to answer.
      }
    },
  });
  chat.observe((_, source) => tap.setSource(source));
  tap.signal.addEventListener('abort', () => void chat.stop());
  await chat.ready;
  await chat.send(text);
  chat.dispose();
}
