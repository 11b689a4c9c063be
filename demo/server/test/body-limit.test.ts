import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client} from './client.js';

/** The body of a request that does not announce its length: blanks, `bytes` of them. */
function blanks(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) {
        controller.close();
        return;
      }
      const piece = Math.min(left, 65_536);
      left -= piece;
      controller.enqueue(new Uint8Array(piece).fill(32));
    },
  });
}

describe('the limit for bodies', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  for (const [path, bytes] of [
    ['/api/v1/agent-sessions', 1_048_576],
    ['/api/v1/auth/token', 65_536],
    ['/anthropic/v1/messages', 4_194_304],
    ['/aishu/api/agent-factory/v1/app/k/conversation', 1_048_576],
    ['/ndjson/ask', 65_536],
    ['/demo/settings', 1_048_576],
  ] as const) {
    it(`holds for ${path}, whether a body announces its length or not`, async () => {
      const status = async (body: string | ReadableStream): Promise<number> => {
        const answer = await fetch(server.origin + path, {
          method: 'POST',
          headers: {authorization: `Bearer ${client.token}`, 'content-type': 'application/json'},
          body,
          ...(typeof body === 'string' ? {} : {duplex: 'half' as const}),
        });
        await answer.text();
        return answer.status;
      };
      assert.equal(await status(' '.repeat(bytes + 1)), 413);
      assert.equal(await status(blanks(bytes + 1)), 413);
      assert.notEqual(await status(blanks(bytes)), 413);
    });
  }
});
