import type {ServerResponse} from 'node:http';
import {json, serve, stream, type Asked, type WebServer} from '../controller/support/web-server.js';

/** An agent on another origin whose tools ask what a test tells them to ask. */
export interface AskingAgent extends WebServer {
  /** Says an event, now unless it has a time, in every stream that is open, and at the start of those to come. */
  say(event: object): void;
  /** A tool asks. */
  ask(execution: string, input: object): void;
  /** A tool has what it asked for. */
  finish(execution: string, outputs: object): void;
  /** The run ends with these words. */
  end(words: string): void;
  /** Closes every stream that is open; the run goes on. */
  hangUp(): void;
  /** The answers that tools were given. */
  answers(): readonly Asked[];
}

/** Starts one. `status` is the status that an answer to an execution is met with. */
export async function startAskingAgent(
  status: (execution: string) => number = () => 202,
): Promise<AskingAgent> {
  const told: object[] = [];
  const listeners = new Set<ServerResponse>();
  const branch: object[] = [];
  let over = false;

  const listen = (response: ServerResponse): void => {
    stream(response);
    for (const event of told) write(response, event);
    if (over) response.end();
    else listeners.add(response);
  };
  const hangUp = (): void => {
    for (const listener of listeners) listener.end();
    listeners.clear();
  };

  const server = await serve((asked, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('access-control-expose-headers', 'Date');
    const {method, path, body} = asked;
    const [, execution] = /tool-executions\/(.+)\/provide-input$/.exec(path) ?? [];
    if (method === 'OPTIONS') response.writeHead(204).end();
    else if (execution !== undefined) json(response, {}, status(execution));
    else if (path.endsWith('/agent-sessions')) json(response, {id: 's1', title: null});
    else if (path.includes('/stream')) listen(response);
    else if (!path.endsWith('/messages')) json(response, {}, 404);
    else if (method === 'GET') json(response, {items: branch, active_head_id: null});
    else {
      const {content} = JSON.parse(body) as {content: string};
      branch.push({id: 'm1', role: 'user', content, task_id: 't1', parent_id: null});
      listen(response);
    }
  });

  const say = (event: object): void => {
    const timed = {timestamp: new Date().toISOString(), ...event};
    told.push(timed);
    for (const listener of listeners) write(listener, timed);
  };
  const ofTool = (execution: string) => ({
    tool_execution_id: execution,
    tool_name: `${execution}_tool`,
  });
  say({type: 'agent_processing_started', task_id: 't1'});
  return Object.assign(server, {
    say,
    ask: (execution: string, input: object) =>
      say({type: 'tool_input_required', ...ofTool(execution), tool_input: input}),
    finish: (execution: string, outputs: object) =>
      say({type: 'tool_end', ...ofTool(execution), outputs}),
    end(words: string) {
      say({type: 'response_chunk', content: words});
      say({
        type: 'agent_processing_complete',
        message_id: 'm2',
        content: words,
        result: {status: 'completed'},
      });
      branch.push({id: 'm2', role: 'assistant', content: words, parent_id: 'm1'});
      over = true;
      hangUp();
    },
    hangUp,
    answers: () => server.asked.filter(({path}) => path.endsWith('/provide-input')),
  });
}

function write(response: ServerResponse, event: object): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}
