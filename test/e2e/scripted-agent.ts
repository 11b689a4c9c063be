import type {ServerResponse} from 'node:http';
import {until} from '../support/until.js';
import type {ChatPage} from './chat-page.js';
import type {Fixture} from './fixture.js';
import {json, serve, stream, type Asked, type WebServer} from '../controller/support/web-server.js';

/** An agent server on another origin that sends the events that a test specifies. */
export interface ScriptedAgent extends WebServer {
  /** Sends an event to all open streams and replays it to later ones. Its `timestamp` defaults to the current time. */
  send(event: object): void;
  /** Sends a question of a tool. */
  requestInput(execution: string, input: object): void;
  /** Sends the result of a tool. */
  endTool(execution: string, outputs: object): void;
  /** Sends the final answer and ends the run. */
  completeRun(text: string): void;
  /** Closes all open streams; the run continues. */
  closeStreams(): void;
  /**
   * Waits until this number of requests has answered questions of tools, because the chat displays an answer before it is
   * sent. Returns all of them.
   */
  waitForAnswers(count: number): Promise<readonly Asked[]>;
}

/** @param status Returns the HTTP status of the response to an answer, by the id of the tool execution. */
export async function startScriptedAgent(
  status: (execution: string) => number = () => 202,
): Promise<ScriptedAgent> {
  const sentEvents: object[] = [];
  const listeners = new Set<ServerResponse>();
  const branch: object[] = [];
  let isComplete = false;

  const subscribe = (response: ServerResponse): void => {
    stream(response);
    for (const event of sentEvents) write(response, event);
    if (isComplete) response.end();
    else listeners.add(response);
  };
  const closeStreams = (): void => {
    for (const listener of listeners) listener.end();
    listeners.clear();
  };

  const server = await serve((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('access-control-expose-headers', 'Date');
    const {method, path, body} = request;
    const [, execution] = /tool-executions\/(.+)\/provide-input$/.exec(path) ?? [];
    if (method === 'OPTIONS') response.writeHead(204).end();
    else if (execution !== undefined) json(response, {}, status(execution));
    else if (path.endsWith('/agent-sessions')) json(response, {id: 's1', title: null});
    else if (path.includes('/stream')) subscribe(response);
    else if (!path.endsWith('/messages')) json(response, {}, 404);
    else if (method === 'GET') json(response, {items: branch, active_head_id: null});
    else {
      const {content} = JSON.parse(body) as {content: string};
      branch.push({id: 'm1', role: 'user', content, task_id: 't1', parent_id: null});
      subscribe(response);
    }
  });

  const send = (event: object): void => {
    const timed = {timestamp: new Date().toISOString(), ...event};
    sentEvents.push(timed);
    for (const listener of listeners) write(listener, timed);
  };
  const toolFields = (execution: string) => ({
    tool_execution_id: execution,
    tool_name: `${execution}_tool`,
  });
  send({type: 'agent_processing_started', task_id: 't1'});
  return Object.assign(server, {
    send,
    requestInput: (execution: string, input: object) =>
      send({type: 'tool_input_required', ...toolFields(execution), tool_input: input}),
    endTool: (execution: string, outputs: object) =>
      send({type: 'tool_end', ...toolFields(execution), outputs}),
    completeRun(text: string) {
      send({type: 'response_chunk', content: text});
      send({
        type: 'agent_processing_complete',
        message_id: 'm2',
        content: text,
        result: {status: 'completed'},
      });
      branch.push({id: 'm2', role: 'assistant', content: text, parent_id: 'm1'});
      isComplete = true;
      closeStreams();
    },
    closeStreams,
    async waitForAnswers(count: number) {
      const answers = () => server.asked.filter(({path}) => path.endsWith('/provide-input'));
      await until(() => answers().length >= count);
      return answers();
    },
  });
}

/** Opens a page with a chat that uses an agent on another origin. */
export async function openChatOf(fixture: Fixture, {origin}: ScriptedAgent): Promise<ChatPage> {
  const chatPage = await fixture.open(`<ubik-chat endpoint="${origin}/api/v1"></ubik-chat>`);
  // The browser treats the page as a public one, which needs a permission for a local address.
  await chatPage.page.context().grantPermissions(['local-network-access']);
  return chatPage;
}

/** Opens such a page and sends a message, which starts the run. */
export async function openWithAgent(fixture: Fixture, agent: ScriptedAgent): Promise<ChatPage> {
  const chatPage = await openChatOf(fixture, agent);
  await chatPage.send('Check the files.');
  return chatPage;
}

function write(response: ServerResponse, event: object): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}
