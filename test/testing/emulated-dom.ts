// Run in a process of its own, with the name of an emulated DOM: imports the package and tests a page with a chat.
import assert from 'node:assert/strict';
import {registerDom} from './register-dom.js';

const errors: unknown[] = [];
process.on('unhandledRejection', error => errors.push(error));
registerDom(process.argv[2] ?? '', error => errors.push(error));

const {chatOf, ScriptedAgent} = await import('../../src/testing/index.js');

// A page whose script has not loaded yet, and then has.
document.body.innerHTML = '<ubik-chat></ubik-chat>';
const unregistered = chatOf(document, {timeoutMs: 1}).messages();
await assert.rejects(unregistered, /tag of the chat is not registered: its script has not loaded/);
const early = chatOf(document, {timeoutMs: 600_000}).messages();
await import('../../src/index.js');
assert.deepEqual(await early, []);

const agent = new ScriptedAgent().say('We are open **until nine**.');
const element = document.querySelector('ubik-chat');
assert.ok(element, 'The tag is not in the document.');
assert.equal(agent.connect(document.querySelector('ubik-chat')), element);
const chat = chatOf(document);
await chat.send('When do you close?');
assert.match(await chat.answer(), /until nine/);
assert.deepEqual(
  (await chat.messages()).map(({role}) => role),
  ['user', 'assistant'],
);
assert.deepEqual(agent.messages, ['When do you close?']);
element.remove();

// The page sets another protocol and an endpoint.
for (const attributes of [
  'endpoint="/api/v1" session-id="7"',
  'protocol="ai-sdk" endpoint="/chat"',
]) {
  const connected = new ScriptedAgent().say('It is on its way.').next().fail('The shop is closed.');
  document.body.innerHTML = `<ubik-chat ${attributes}></ubik-chat>`;
  connected.connect(document.querySelector('ubik-chat'));
  await chat.send('Where is my order?');
  assert.equal(await chat.answer(), 'It is on its way.');
  await chat.send('And now?');
  await assert.rejects(chat.answer(), /`agent`: The shop is closed/);
}
assert.throws(() => agent.connect(document.querySelector('ubik-conversation')), TypeError);
assert.throws(() => agent.connect(document.body), TypeError);

// A chat of parts, beside its conversation.
await import('../../src/parts.js');
document.body.innerHTML = `
  <ubik-conversation id="lounge" session-id="3"></ubik-conversation>
  <ubik-composer for="other"></ubik-composer>
  <main><ubik-transcript for="lounge"></ubik-transcript><ubik-composer for="lounge"></ubik-composer></main>`;
const lounge = new ScriptedAgent().ask('Which room?').say('It is free.');
lounge.connect(document.querySelector('ubik-conversation'));
const ofParts = chatOf(document, {timeoutMs: 600_000});
await ofParts.send('a room');
await ofParts.whole();
await ofParts.reply('The blue one');
assert.match(await ofParts.answer(), /It is free/);
assert.deepEqual(lounge.messages, ['a room', 'The blue one']);

// A chat that asks for consent.
document.body.innerHTML = '<ubik-chat consent></ubik-chat>';
new ScriptedAgent().say('Hi.').connect(document.querySelector('ubik-chat'));
await assert.rejects(chat.send('Hello?'), /consent="granted"/);
document.body.innerHTML = '';
await assert.rejects(chatOf(document, {timeoutMs: 1}).messages(), /no <ubik-conversation>/);

// What the chat does not take was not sent: the answer before it is none to it.
document.body.innerHTML = '<ubik-chat></ubik-chat>';
const refusing = document.querySelector('ubik-chat') ?? assert.fail();
new ScriptedAgent().say('At nine.').connect(refusing);
await chat.send('When?');
assert.equal(await chat.answer(), 'At nine.');
refusing.addEventListener('ubik-send-request', event => event.preventDefault());
await assert.rejects(chatOf(document, {timeoutMs: 1}).send('Really?'), /was not sent/);
refusing.remove();

// A question is answered where it is asked.
document.body.innerHTML = '<ubik-chat></ubik-chat>';
const asking = document.querySelector('ubik-chat') ?? assert.fail();
const asked = new ScriptedAgent()
  .ask('Which size?')
  .ask('By courier?', ['confirm'])
  .say('Ordered.')
  .connect(asking);
assert.equal(asked, asking);
// The question is in a script of its own.
const patient = chatOf(document, {timeoutMs: 600_000});
await patient.send('a shirt');
await patient.whole();
await assert.rejects(patient.send('L'), /call `reply`/);
await patient.reply('L');
await patient.whole();
await assert.rejects(patient.reply('Perhaps'), /no button or choice “Perhaps”/);
await patient.reply('Yes');
assert.match(await patient.answer(), /Ordered\./);
await assert.rejects(patient.reply('Yes'), /No question waits/);
asking.remove();

// After a stop, the next message does not answer the question.
document.body.innerHTML = '<ubik-chat></ubik-chat>';
const stopping = document.querySelector('ubik-chat') ?? assert.fail();
new ScriptedAgent().ask('Which size?').say('Ordered.').next().say('Hello.').connect(stopping);
await patient.send('a shirt');
await patient.whole();
await stopping.stop();
await patient.send('hi');
assert.equal(await patient.answer(), 'Hello.');
stopping.remove();

// `transport` alone does not change the protocol.
document.body.innerHTML = '<ubik-chat protocol="ai-sdk"></ubik-chat>';
const other = document.querySelector('ubik-chat') ?? assert.fail();
Object.assign(other, {transport: agent.transport, storage: null});
await chat.send('Hello?');
await assert.rejects(chat.answer(), /`unsupported`: .*agent\.connect/);
other.remove();
// The panel opens and closes, and a conversation begins again, also where nothing has a layout.
document.body.innerHTML = '<ubik-chat layout="float"></ubik-chat>';
const floating = document.querySelector('ubik-chat') ?? assert.fail();
new ScriptedAgent().say('Hello.').connect(floating);
const inside = (selector: string): HTMLElement =>
  floating.shadowRoot?.querySelector<HTMLElement>(selector) ?? assert.fail(selector);
await floating.show();
await floating.hide();
await floating.updateComplete;
(inside('ubik-launcher').shadowRoot?.querySelector('button') ?? assert.fail()).click();
await floating.updateComplete;
assert.equal(floating.open, true);
await chat.send('Hi');
assert.equal(await chat.answer(), 'Hello.');
inside('[aria-label="New conversation"]').click();
while ((await chat.messages()).length > 0) await new Promise(resolve => setTimeout(resolve));
floating.remove();
assert.deepEqual(errors, []);
console.log('passed');
process.exit(0);
