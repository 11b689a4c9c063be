import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {findTimeZone, worldClock, worldClockUri} from '../agent/tools/world-clock.js';

/** The result of a tool, as the Model Context Protocol defines it. */
export interface ToolResult {
  readonly content: readonly {readonly type: 'text'; readonly text: string}[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** A tool that an app may call. */
interface AppTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly visibility: readonly ('model' | 'app')[];
  run(input: unknown): ToolResult;
}

/** The server of an app, as an MCP server would be: its resources and its tools. */
interface AppServer {
  readonly resources: ReadonlyMap<string, string>;
  readonly tools: readonly AppTool[];
}

const worldClockServer: AppServer = {
  resources: new Map([[worldClockUri, 'demo/server/apps/world-clock.html']]),
  tools: [
    {...findTimeZone, visibility: ['app'], run: input => findTimeZone.run(input)},
    {
      name: worldClock.name,
      description: worldClock.description,
      input: worldClock.input,
      visibility: ['model'],
      run: () => ({content: []}),
    },
  ],
};

/** The servers of apps by the name of the tool that has an app. */
const servers: ReadonlyMap<string, AppServer> = new Map([[worldClock.name, worldClockServer]]);

/** The result of `resources/read` for the app of a tool, with the tools of its server; `undefined` if there is none. */
export function readAppResource(root: string, tool: string, uri: string): object | undefined {
  const server = servers.get(tool);
  const file = server?.resources.get(uri);
  if (!server || file === undefined) return undefined;
  return {
    contents: [
      {
        uri,
        mimeType: 'text/html;profile=mcp-app',
        text: readFileSync(join(root, file), 'utf8'),
        _meta: {ui: {prefersBorder: true}},
      },
    ],
    tools: server.tools.map(({name, description, input, visibility}) => ({
      name,
      description,
      inputSchema: z.toJSONSchema(input),
      _meta: {ui: {visibility}},
    })),
  };
}

/** Calls a tool for the app of another tool: only one of the same server that apps may call, with a valid input. */
export function callAppTool(tool: string, name: string, input: unknown): ToolResult | undefined {
  const called = servers.get(tool)?.tools.find(one => one.name === name);
  if (!called?.visibility.includes('app')) return undefined;
  const read = called.input.safeParse(input);
  return read.success
    ? called.run(read.data)
    : {isError: true, content: [{type: 'text', text: 'The arguments are not valid.'}]};
}
