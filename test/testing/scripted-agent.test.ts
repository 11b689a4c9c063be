import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {ChatController} from '../../src/controller/index.js';
import {aiSdk, plainText, walk} from '../../src/core/index.js';
import {fromRecording, ScriptedAgent} from '../../src/testing/index.js';
import {until} from '../support/until.js';
import {FastEnvironment} from '../controller/support/fast-environment.js';

function open(transport: ScriptedAgent['transport']): ChatController {
  return new ChatController(undefined, {transport, storage: null}, new FastEnvironment(50));
}

const lastText = ({conversation}: ChatController): string => {
  const last = conversation.children.at(-1);
  return last ? plainText(last).trim() : '';
};

describe('a scripted agent', () => {
  it('answers each message with what was described for it', async () => {
    const agent = new ScriptedAgent().say('Hello there!').next().say('And again.');
    const chat = open(agent.transport);
    const first = await chat.send('hi');
    assert.equal(first.status, 'done');
    assert.equal(lastText(chat), 'Hello there!');
    await chat.send('once more');
    assert.equal(lastText(chat), 'And again.');
    assert.deepEqual(agent.messages, ['hi', 'once more']);
    chat.dispose();
  });

  it('keeps white space that is said by itself', async () => {
    const agent = new ScriptedAgent().say('a').say(' ').say('b').say('\n\n').say('c');
    const chat = open(agent.transport);
    await chat.send('hi');
    assert.equal(lastText(chat), 'a b\n\nc');
    chat.dispose();
  });

  it('answers a message that is described while the chat is open', async () => {
    const agent = new ScriptedAgent().say('A');
    const chat = open(agent.transport);
    for (const answer of ['B', 'C']) {
      await chat.send('hi');
      agent.next().say(answer);
    }
    await chat.send('hi');
    assert.equal(lastText(chat), 'C');
    agent.next().next().say('D');
    await chat.send('hi');
    assert.equal(lastText(chat), '');
    await chat.send('hi');
    assert.equal(lastText(chat), 'D');
    chat.dispose();
  });

  it('replaces the server of a controller', async () => {
    const agent = new ScriptedAgent().say('Hello there!');
    const endpoint = 'http://127.0.0.1:9/api';
    const options = {endpoint, protocol: aiSdk, sessionId: '7'};
    const chat = agent.connect(new ChatController(undefined, options, new FastEnvironment(50)));
    const {status} = await chat.send('hi');
    assert.equal(status, 'done');
    assert.equal(lastText(chat), 'Hello there!');
    chat.dispose();
  });

  it('thinks, has steps, and calls tools', async () => {
    const agent = new ScriptedAgent()
      .step('Look it up')
      .think('I should search.')
      .call('search', {query: 'tea'}, {hits: 3})
      .step('Answer')
      .say('There are **three**.');
    const chat = open(agent.transport);
    await chat.send('how many?');
    const items = chat.conversation.children.flatMap(item => [...walk(item)]);
    assert.deepEqual(
      items.flatMap(item => (item.kind === 'step' ? [[item.title, item.status]] : [])),
      [
        ['Look it up', 'done'],
        ['Answer', 'done'],
      ],
    );
    const tool = items.find(item => item.kind === 'tool');
    assert.ok(tool?.kind === 'tool');
    assert.equal(tool.name, 'search');
    assert.deepEqual(tool.status, 'done');
    assert.ok(items.some(({kind}) => kind === 'thinking'));
    chat.dispose();
  });

  it('asks, and continues after the answer', async () => {
    const agent = new ScriptedAgent().say('One moment. ').ask('Which size?').say('Ordered.');
    const chat = open(agent.transport);
    const turn = chat.send('a shirt');
    await until(() => chat.status === 'waiting');
    await chat.send('L');
    await turn;
    assert.match(lastText(chat), /One moment\.[^]*Ordered\./);
    assert.deepEqual(agent.messages, ['a shirt', 'L']);
    chat.dispose();
  });

  it('continues below its question if that was asked in a step', async () => {
    const agent = new ScriptedAgent().step('A').say('One moment.').ask('Which?').say('Ordered.');
    const chat = open(agent.transport);
    const turn = chat.send('a shirt');
    await until(() => chat.status === 'waiting');
    await chat.send('L');
    await turn;
    const kinds = chat.conversation.children.at(-1)?.children.map(({kind}) => kind);
    assert.deepEqual(kinds, ['step', 'request', 'text']);
    chat.dispose();
  });

  it('leaves out the rest of an answer that was stopped', async () => {
    const agent = new ScriptedAgent().say('one two three '.repeat(50)).next().say('Second');
    const chat = open(agent.transport);
    const turn = chat.send('hi');
    await until(() => lastText(chat) !== '' && chat.conversation.children.length === 2);
    await chat.stop();
    await turn;
    await chat.send('again');
    assert.equal(lastText(chat), 'Second');
    chat.dispose();
  });

  it('keeps the next answer if an answer is stopped at its end', async () => {
    const agent = new ScriptedAgent().say('First').next().say('Second');
    const ask = {method: 'POST', path: 'messages', body: {json: {content: 'hi'}}} as const;
    const controller = new AbortController();
    for await (const {data} of agent.transport(ask, {signal: controller.signal})) {
      if (data.includes('agent_processing_complete')) controller.abort();
    }
    let rest = '';
    for await (const {data} of agent.transport(ask, new AbortController())) rest += data;
    assert.match(rest, /Second/);
  });

  it('answers the next message after a question that was stopped or left', async () => {
    for (const leave of ['stop', 'newSession'] as const) {
      const agent = new ScriptedAgent().say('One. ').ask('Which size?').say('Ordered.').next();
      const chat = agent.say('Second').connect(open(agent.transport));
      void chat.send('a shirt');
      await until(() => chat.status === 'waiting');
      await chat[leave]();
      await chat.send('hello');
      assert.equal(lastText(chat), 'Second', leave);
      assert.deepEqual(agent.messages, ['a shirt', 'hello']);
      chat.dispose();
    }
  });

  it('needs no end of an answer that fails', async () => {
    const agent = new ScriptedAgent().fail('Broken').next().say('Second').next().say('Third');
    const chat = open(agent.transport);
    await chat.send('hi');
    await chat.send('again');
    assert.equal(lastText(chat), 'Second');
    await chat.send('once more');
    assert.equal(lastText(chat), 'Third');
    await chat.send('and more');
    assert.equal(lastText(chat), '');
    chat.dispose();
  });

  it('fails', async () => {
    const chat = open(
      new ScriptedAgent().say('Let me see. ').fail('The sandbox is full.').transport,
    );
    const {status, error} = await chat.send('go');
    assert.equal(status, 'failed');
    assert.match(error?.detail ?? '', /The sandbox is full/);
    chat.dispose();
  });

  it('drops the connection, and the chat connects again', async () => {
    const chat = open(
      new ScriptedAgent().say('The first half, ').drop().say('the second.').transport,
    );
    const {status} = await chat.send('go');
    assert.equal(status, 'done');
    assert.equal(lastText(chat), 'The first half, the second.');
    chat.dispose();
  });

  it('can be a recording', async () => {
    const text = readFileSync('demo/recordings/ubik/calculation-and-search.jsonl', 'utf8');
    const chat = open(fromRecording(text));
    await chat.send('what is 17.5 * 12?');
    assert.match(lastText(chat), /210/);
    assert.throws(() => fromRecording('data: {}\n\n'), /not a recording/);
    chat.dispose();
  });
});
