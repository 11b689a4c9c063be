import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {
  ChatError,
  ChatKitDataAgent,
  chatMessageOf,
  type ChatKitDataAgentOptions,
  type ChatMessage,
} from '../../src/chatkit/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';

const words = ({content}: ChatMessage): string =>
  content.flatMap(block => (typeof block.content === 'string' ? block.content : [])).join('\n');

describe('ChatKitDataAgent with the local server', () => {
  let server: AgentServer;
  const agents: ChatKitDataAgent[] = [];
  before(async () => {
    server = await startServer();
  });
  after(async () => {
    for (const agent of agents) agent.dispose();
    await server.stop();
  });

  const mint = async (user = 'ada'): Promise<string> => {
    const response = await fetch(`${server.origin}/demo/token`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({user}),
    });
    return ((await response.json()) as {access_token: string}).access_token;
  };
  const open = async (
    options: Partial<ChatKitDataAgentOptions> = {},
  ): Promise<ChatKitDataAgent> => {
    const agent = new ChatKitDataAgent({
      baseUrl: `${server.origin}/aishu`,
      agentKey: 'demo',
      token: await mint(),
      ...options,
    });
    agents.push(agent);
    return agent;
  };

  it('reads the greeting and the preset questions', async () => {
    const agent = await open();
    const {prologue, predefinedQuestions} = await agent.getOnboardingInfo();
    assert.match(prologue, /scripted agent/);
    assert.equal(predefinedQuestions.length, 3);
  });

  it('has no greeting if the agent cannot be read, and does not reject', async () => {
    const agent = await open({baseUrl: `${server.origin}/nothing-here`});
    assert.deepEqual(await agent.getOnboardingInfo(), {prologue: '', predefinedQuestions: []});
  });

  it('creates, lists, reads and deletes a conversation', async () => {
    const agent = await open({token: await mint('bob')});
    const id = await agent.generateConversation('Sums');
    assert.notEqual(id, '');
    const listed = await agent.getConversations();
    const entry = listed.find(({conversationID}) => conversationID === id);
    assert.equal(entry?.title, 'Sums');
    assert.ok(entry.created_at > Date.UTC(2020));
    await agent.sendMessage('what is 6 * 7', undefined, id);
    const messages = await agent.getConversationMessages(id);
    assert.deepEqual(
      messages.map(({role}) => role.type),
      ['User', 'Assistant'],
    );
    assert.deepEqual(messages[0]?.content, [{type: 'Text', content: 'what is 6 * 7'}]);
    await agent.deleteConversation(id);
    const left = await agent.getConversations();
    assert.ok(!left.some(({conversationID}) => conversationID === id));
  });

  it('sends a message, reports the answer while it streams, and resolves with it', async () => {
    const seen: ChatMessage[] = [];
    const agent = await open({onMessage: message => seen.push(message)});
    const answer = await agent.sendMessage('what is 6 * 7', {title: 'Sheet', data: {row: 3}});
    assert.equal(answer.role.type, 'Assistant');
    assert.match(words(answer), /42/);
    assert.ok(answer.content.some(({type}) => type === 'Tool'));
    assert.ok(seen.length > 0);
    assert.deepEqual(seen.at(-1), answer);
    const [question] = agent.controller.conversation.children;
    assert.ok(question?.kind === 'message');
    assert.deepEqual(chatMessageOf(question).applicationContext, {title: 'Sheet', data: undefined});
  });

  it('starts a new conversation unless an id is given', async () => {
    const agent = await open();
    await agent.sendMessage('what is 1 + 1');
    const first = agent.conversationID;
    await agent.sendMessage('what is 2 + 2', undefined, first);
    assert.equal(agent.conversationID, first);
    assert.equal((await agent.getConversationMessages(first ?? '')).length, 4);
    await agent.sendMessage('what is 3 + 3');
    assert.notEqual(agent.conversationID, first);
  });

  it('answers a message again', async () => {
    const agent = await open();
    const answer = await agent.sendMessage('what is 6 * 7');
    const id = agent.conversationID ?? '';
    const again = await agent.sendMessage('', undefined, id, answer.messageId);
    assert.match(words(again), /42/);
  });

  it('represents a chart as a block of rows, dimensions and measures', async () => {
    const agent = await open();
    const {content} = await agent.sendMessage('draw a chart of 3, 5, 8');
    const chart = content.find(({type}) => type === 'Json2Plot');
    assert.ok(chart?.type === 'Json2Plot', JSON.stringify(content));
    assert.equal(chart.content.rows.length, 3);
    assert.equal(chart.content.measures[0]?.dataType, 'number');
    assert.equal(chart.content.dimensions.length, 1);
  });

  it('stops a run on the server', async () => {
    const agent = await open();
    const sent = agent.sendMessage('write a long answer of 200 KB at 200 events a second');
    const {controller} = agent;
    await new Promise<void>(resolve => {
      const off = controller.subscribe(() => {
        if (controller.status !== 'streaming' || agent.conversationID === undefined) return;
        off();
        resolve();
      });
    });
    await agent.terminateConversation(agent.conversationID ?? '');
    const answer = await sent;
    assert.ok(words(answer).length < 200_000);
    assert.equal(controller.status, 'idle');
  });

  it('refreshes a refused token once, and sends the new one from then on', async () => {
    let refreshed = 0;
    const agent = await open({
      token: 'not.a.token',
      refreshToken: () => {
        refreshed++;
        return mint();
      },
    });
    const id = await agent.generateConversation('New token');
    assert.notEqual(id, '');
    assert.equal(refreshed, 1);
    await agent.getConversations();
    assert.equal(refreshed, 1);
    assert.equal(agent.shouldRefreshToken(401, {error_code: 'Unauthorized'}), true);
    assert.equal(agent.shouldRefreshToken(403), false);
  });

  it('rejects with the reason if a request or an answer fails', async () => {
    const agent = await open({token: 'not.a.token'});
    const refused = (error: unknown): boolean =>
      error instanceof ChatError && error.info.code === 'unauthorized';
    await assert.rejects(agent.generateConversation(), refused);
    await assert.rejects(agent.getConversations(), refused);
    await assert.rejects(agent.sendMessage('hello'), ChatError);
  });

  it('asks the platform for knowledge networks and metrics', async () => {
    const asked: string[] = [];
    const agent = await open({
      fetch: (input, init) => {
        if (input instanceof URL) asked.push(input.pathname + input.search);
        return fetch(input, init);
      },
    });
    await assert.rejects(agent.getKnowledgeNetworksDetail('kn/1'), ChatError);
    await assert.rejects(agent.getKnowledgeNetworkObjectTypes('kn', 5), ChatError);
    await assert.rejects(agent.getMetricInfoByIds(['a', 'b']), ChatError);
    const found = asked.map(path => path.slice(path.indexOf('/api/')));
    assert.deepEqual(found, [
      '/api/ontology-manager/v1/knowledge-networks/kn%2F1',
      '/api/ontology-manager/v1/knowledge-networks/kn/object-types?offset=5&limit=-1',
      '/api/mdl-data-model/v1/metric-models/a,b',
    ]);
  });
});
