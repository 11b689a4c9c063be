import {createServer} from '@modelcontextprotocol/server-basic-vanillajs';

type Json = Readonly<Record<string, unknown>>;

/** A connection with an MCP server. */
export interface McpConnection {
  /** Sends a request. Throws the error of the server. */
  request(method: string, params: Json): Promise<Json>;
  close(): Promise<void>;
}

interface Response {
  readonly id: number;
  readonly result?: Json;
  readonly error?: {readonly message: string};
}

const initialization = {
  protocolVersion: '2025-11-25',
  capabilities: {
    extensions: {'io.modelcontextprotocol/ui': {mimeTypes: ['text/html;profile=mcp-app']}},
  },
  clientInfo: {name: 'test', version: '1.0.0'},
};

/** Connects with the basic example server of the official package: the tool `get-time` and its app. */
export async function connectMcpServer(): Promise<McpConnection> {
  const pending = new Map<number, (response: Response) => void>();
  const server = createServer();
  const transport: Parameters<typeof server.connect>[0] = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: message => {
      const response = message as Response;
      pending.get(response.id)?.(response);
      return Promise.resolve();
    },
  };
  await server.connect(transport);
  let count = 0;
  const request = async (method: string, params: Json): Promise<Json> => {
    const id = (count += 1);
    const {result, error} = await new Promise<Response>(resolve => {
      pending.set(id, resolve);
      transport.onmessage?.({jsonrpc: '2.0', id, method, params});
    });
    if (!result) throw new Error(error?.message);
    return result;
  };
  await request('initialize', initialization);
  transport.onmessage?.({jsonrpc: '2.0', method: 'notifications/initialized'});
  return {request, close: () => server.close()};
}
