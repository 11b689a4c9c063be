import assert from 'node:assert/strict';
import {once} from 'node:events';
import {request, type IncomingMessage} from 'node:http';
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

  const credential = (path: string): Record<string, string> =>
    path.endsWith('/auth/token')
      ? {'x-api-key': 'demo-key'}
      : {authorization: `Bearer ${client.token}`};

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
          headers: {...credential(path), 'content-type': 'application/json'},
          body,
          ...(typeof body === 'string' ? {} : {duplex: 'half' as const}),
        });
        await answer.text();
        return answer.status;
      };
      assert.equal(await status(' '.repeat(bytes + 1)), 413);
      assert.equal(await status(blanks(bytes + 1)), 413);
      assert.notEqual(await status(blanks(bytes)), 413);
      assert.equal(server.errors(), '');
    });
  }

  it('reads nothing of a request without a token, which is refused while its body arrives', async () => {
    for (const [path, type] of [
      ['/api/v1/agent-sessions', 'multipart/form-data; boundary=b'],
      ['/api/v1/auth/token', 'application/json'],
      ['/aishu/api/v1/sessions/s/files/upload', 'multipart/form-data; boundary=b'],
      ['/anthropic/v1/messages', 'application/json'],
    ] as const) {
      const sent = request(server.origin + path, {
        method: 'POST',
        headers: {'content-type': type, 'transfer-encoding': 'chunked'},
      });
      sent.write(' '.repeat(1000));
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      assert.equal(answer.statusCode, 401, path);
      sent.on('error', () => undefined).destroy();
    }
  });

  it('holds for a form of unknown length that a route reads as a stream', async () => {
    const small = await startServer({env: {UBIK_DEMO_UPLOAD_LIMIT: '20000'}});
    const own = await Client.of(small);
    const form = (bytes: number): ReadableStream<Uint8Array> => {
      const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="f.txt"\r\n\r\n';
      return new Blob([start, 'x'.repeat(bytes), '\r\n--b--\r\n']).stream();
    };
    const id = await own.session();
    const status = async (bytes: number): Promise<number> => {
      const answer = await fetch(`${small.url}/agent-sessions/${id}/upload`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${own.token}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        ...{body: form(bytes), duplex: 'half'},
      });
      await answer.text();
      return answer.status;
    };
    assert.equal(await status(15_000), 200);
    assert.equal(await status(30_000), 413);
    const errors = small.errors();
    await small.stop();
    assert.equal(errors, '');
  });
});
