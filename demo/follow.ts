import {parseArgs} from 'node:util';
import {ChatController} from '../src/controller/index.js';
import {plainText} from '../src/core/index.js';

/** Sends a message to an agent and follows the run in the terminal: a chat without a page. */
const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    endpoint: {type: 'string', default: 'http://127.0.0.1:8787/api/v1'},
    'token-endpoint': {type: 'string', default: 'http://127.0.0.1:8787/demo/token'},
    session: {type: 'string'},
  },
});
const {endpoint, session, 'token-endpoint': tokenEndpoint} = values;

const chat = new ChatController(undefined, {
  endpoint,
  tokenEndpoint,
  ...(session !== undefined && {sessionId: session}),
  onEvent(event) {
    switch (event.type) {
      case 'step':
        console.log(`${event.item.status.padEnd(9)} ${event.item.title}`);
        break;
      case 'tool':
        console.log(`${event.item.status.padEnd(9)}   ${event.item.name} ${event.item.input}`);
        break;
      case 'input-required':
        console.log(`question  ${event.item.prompt}`);
        void chat.stop(); // There is no user to answer.
        break;
      case 'error':
        console.error(`${event.error.code} ${event.error.detail ?? ''}`.trim());
        process.exitCode = 1;
        break;
      default: // Other events are not printed.
    }
  },
});
process.once('SIGINT', () => void chat.stop());

let status = chat.status;
chat.subscribe(() => {
  if (chat.status === 'reconnecting' && status !== chat.status) console.error('reconnecting …');
  status = chat.status;
});

await chat.ready;
await chat.send(positionals.join(' ') || 'help');
const answer = chat.conversation.children.at(-1);
if (answer?.kind === 'message') console.log(`\n${plainText(answer)}`);
chat.dispose();
