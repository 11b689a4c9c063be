import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {Execution} from '../../../src/controller/run/execution.js';
import {ChatController} from '../../../src/controller/index.js';
import {ubikExecution, type Frame, type Item, type ToolItem} from '../../../src/core/index.js';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {testMs} from '../../support/limits.mjs';

const limit = {timeout: testMs};

const tools = (items: readonly Item[]): ToolItem[] =>
  items.flatMap(item => [...(item.kind === 'tool' ? [item] : []), ...tools(item.children)]);

/** The events of a tool's own stream. */
const frames = (...events: readonly object[]): Frame[] =>
  events.map((event, index) => ({
    data: JSON.stringify({
      tool_name: 'web_search',
      timestamp: new Date(Date.UTC(2026, 2, 4, 10, 0, index)).toISOString(),
      ...event,
    }),
  }));

describe('an execution that is followed on its own', () => {
  let server: AgentServer;
  let settings: {endpoint: string; tokenEndpoint: string};
  let chat: ChatController;

  before(async () => {
    server = await startServer();
    settings = {endpoint: server.url, tokenEndpoint: `${server.origin}/demo/token`};
    chat = new ChatController(undefined, settings);
    await chat.ready;
  });
  after(async () => {
    chat.dispose();
    await server.stop();
  });

  /** The call of a tool that the agent makes when it is asked this. */
  async function called(question: string): Promise<ToolItem> {
    void chat.send(question);
    return new Promise(resolve => {
      const leave = chat.subscribe(() => {
        const tool = tools(chat.conversation.children.slice(-1))[0];
        const asks = chat.status === 'waiting' || tool?.status === 'done';
        if (!tool?.executionId || !asks) return;
        leave();
        resolve(tool);
      });
    });
  }

  it('is followed from its first event to its end', limit, async () => {
    const {executionId = '', output} = await called('what is 6 * 7');
    const states: string[] = [];
    const execution = new Execution(ubikExecution(executionId), settings, ({item}) => {
      if (item) states.push(item.status);
    });
    await execution.follow();
    assert.equal(execution.error, undefined);
    assert.equal(states.at(-1), 'done');
    assert.deepEqual(JSON.parse(execution.item?.output ?? ''), JSON.parse(output));
  });

  it('reports why it cannot be followed', limit, async () => {
    const execution = new Execution(ubikExecution('no-such-call'), settings, () => undefined);
    await execution.follow();
    assert.equal(execution.item, undefined);
    assert.equal(execution.error?.status, 404);
  });

  it('reconnects after a lost connection, and displays nothing twice', limit, async () => {
    let connections = 0;
    const start = {type: 'tool_update', phase: 'WEB_SEARCH', status: 'started'};
    const words = {type: 'tool_partial_update', content: 'Two pages. ', output_key: 'response'};
    const execution = new Execution(
      ubikExecution('call'),
      {
        endpoint: 'http://127.0.0.1:9',
        async *transport() {
          connections += 1;
          await Promise.resolve();
          yield* frames(start, words);
          if (connections === 1) throw new TypeError('The connection broke.');
          yield* frames(start, words, words, {type: 'tool_end', response: 'Two pages.'}).slice(2);
        },
      },
      () => undefined,
    );
    await execution.follow();
    assert.equal(connections, 2);
    assert.equal(execution.item?.status, 'done');
    assert.equal(execution.item.phases?.length, 1);
    assert.equal(execution.item.log, 'Two pages. Two pages. ');
  });

  it('sends the answer to the question of a tool, and continues', limit, async () => {
    const {executionId = ''} = await called('confirm something');
    assert.notEqual(executionId, '');
    let asked = false;
    const execution = new Execution(ubikExecution(executionId), settings, current => {
      const question = current.item?.children.find(({status}) => status === 'waiting');
      if (question?.kind !== 'request' || asked) return;
      asked = true;
      void current.reply(question, {input: true, type: 'confirm'});
    });
    await execution.follow();
    assert.equal(asked, true);
    assert.equal(execution.item?.status, 'done');
  });
});
