import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, eventsOf, finalContent, ofType, type Json} from '../client.js';

/** The whole text of an answer, and whether the connection was lost before its end. */
async function read(response: Response): Promise<{text: string; broken: boolean}> {
  let text = '';
  try {
    const stream = response.body?.pipeThrough(new TextDecoderStream());
    for await (const chunk of stream ?? []) text += chunk;
    return {text, broken: false};
  } catch {
    return {text, broken: true};
  }
}

const frames = (text: string): string[] => text.split('\n\n').filter(Boolean);
const parsed = (text: string): Json[] =>
  frames(text).map(frame => JSON.parse(frame.replace(/^(?:id: \d+\n)?data: /, '')) as Json);

describe('injected errors', () => {
  let server: AgentServer;
  let client: Client;
  let session: string;
  let plain: Json[];

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
    session = await client.session();
    plain = await client.send(session, 'what is 6 * 7?');
  });
  afterEach(async () => {
    await client.call('/demo/faults', {method: 'DELETE'});
  });
  after(() => server.stop());

  /** The run that every test repeats, with injected errors. */
  async function again(...faults: Json[]): Promise<{text: string; broken: boolean}> {
    await client.fault(...faults);
    return read(await client.attach(session));
  }

  /** Without the connection, which is new every time. */
  const received = (all: readonly Json[]): Json[] => all.slice(1);

  it('refuse with any status, as often as asked, and not once more', async () => {
    for (const status of [401, 403, 404, 409, 413, 422, 429, 500, 503]) {
      await client.fault({kind: 'status', status, retry_after: 2, times: 2});
      for (let time = 1; time <= 2; time++) {
        const response = await client.attach(session);
        assert.equal(response.status, status);
        assert.equal(response.headers.get('retry-after'), '2');
        assert.equal(typeof ((await response.json()) as Json)['detail'], 'string');
      }
      assert.equal((await client.attach(session)).status, 200);
    }
  });

  it('affect only their operation and session', async () => {
    await client.fault(
      {kind: 'status', status: 500, on: 'history', detail: 'No history today'},
      {kind: 'status', status: 503, session: 'another'},
    );
    assert.equal((await client.attach(session)).status, 200);
    const answer = await client.status(`/agent-sessions/${session}/messages`);
    assert.deepEqual(answer, [500, {detail: 'No history today'}]);
    assert.equal(((await client.ok('/demo/faults'))['faults'] as Json[]).length, 1);
  });

  it('affect the token of the site too', async () => {
    await client.fault({kind: 'status', status: 500, on: 'token'});
    assert.equal((await client.call('/demo/token', {method: 'POST'})).status, 500);
    assert.equal((await client.call('/demo/token', {method: 'POST'})).status, 200);
  });

  it('lose the answer to a message that was accepted, or that was not', async () => {
    for (const accepted of [true, false]) {
      const fresh = await client.session();
      await client.fault({kind: 'lose', accepted, on: 'send'});
      await assert.rejects(client.open(fresh, 'hello'), /fetch failed/);
      const stats = await client.ok('/demo/stats');
      assert.equal((stats['messages'] as Json)[fresh], accepted ? 1 : undefined);
      assert.equal((await client.history(fresh)).length > 0, accepted);
    }
  });

  it('answer with a page instead of a stream', async () => {
    await client.fault({kind: 'html'});
    const response = await client.attach(session);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  });

  it('answer with JSON instead of a stream, and with an address elsewhere', async () => {
    for (const [stream_url, expected] of [
      ['own', /^\/api\/v1\/agent-sessions\//],
      ['foreign', /^https:\/\/elsewhere\.example\/api/],
    ] as const) {
      const fresh = await client.session();
      await client.fault({kind: 'json', stream_url});
      const answer = (await (await client.open(fresh, 'hello')).json()) as Json;
      assert.match(String(answer['stream_url']), expected);
      finalContent(
        await eventsOf(await client.attach(fresh, `?task_id=${String(answer['task_id'])}`)),
      );
    }
  });

  it('can omit the CORS headers', async () => {
    const headers = {Origin: 'http://localhost:8000'};
    const allowed = async (): Promise<string | null> =>
      (await client.call(`/agent-sessions/${session}`, {headers})).headers.get(
        'access-control-allow-origin',
      );
    assert.equal(await allowed(), 'http://localhost:8000');
    await client.fault({kind: 'no_cors', on: 'session'});
    assert.equal(await allowed(), null);
  });

  it('drop the connection at a frame, or at a byte', async () => {
    const whole = await read(await client.attach(session));
    for (const at_frame of [0, 1, 7]) {
      const {text, broken} = await again({kind: 'drop', at_frame});
      assert.equal(broken, true);
      assert.equal(frames(text).length, at_frame);
    }
    for (const after_bytes of [0, 1, 500, whole.text.length - 1]) {
      const {text, broken} = await again({kind: 'drop', after_bytes});
      assert.equal(broken, true);
      assert.equal(new TextEncoder().encode(text).length, after_bytes);
    }
    assert.equal((await client.ok('/demo/stats'))['open_streams'], 0);
  });

  it('end the stream without a terminal event', async () => {
    const {text, broken} = await again({kind: 'end', at_frame: 9});
    assert.equal(broken, false);
    assert.equal(frames(text).length, 9);
    assert.equal((await again({kind: 'end', after_bytes: 100})).text.length, 100);
  });

  it('stall for a while, or for good', async () => {
    const {text} = await again({kind: 'stall', at_frame: 5, ms: 30});
    assert.deepEqual(received(parsed(text)), received(plain));

    await client.fault({kind: 'stall', after_bytes: 200});
    const gone = new AbortController();
    const response = await client.call(`/agent-sessions/${session}/stream`, {signal: gone.signal});
    let seen = 0;
    await assert.rejects(async () => {
      for await (const chunk of response.body ?? []) {
        seen += (chunk as Uint8Array).length;
        if (seen === 200) setTimeout(() => gone.abort(), 50);
      }
    }, /abort/i);
    assert.equal(seen, 200);
  });

  it('send events twice', async () => {
    const all = parsed((await again({kind: 'duplicate', every: 2})).text);
    assert.equal(all.length, plain.length + Math.floor(plain.length / 2));
    assert.deepEqual(all[1], all[2]);
  });

  it('send events in another order, the same one for the same seed', async () => {
    const faults = [7, 7, 8].map(seed => ({kind: 'shuffle', window: 6, seed}));
    const texts: string[] = [];
    for (const fault of faults) texts.push((await again(fault)).text);
    const [a, b, c] = texts.map(text => received(parsed(text)));
    assert.deepEqual(a, b);
    assert.notDeepEqual(a, c);
    assert.notDeepEqual(a, received(plain));
    const byTime = (all: Json[] = []): Json[] =>
      all.toSorted((x, y) => (String(x['timestamp']) < String(y['timestamp']) ? -1 : 1));
    assert.deepEqual(byTime(a), received(plain));
    assert.deepEqual(a?.at(-1), plain.at(-1));
  });

  it('cut events into pieces, in order or not', async () => {
    for (const shuffle of [false, true]) {
      const all = parsed((await again({kind: 'split', size: 20, shuffle})).text);
      const pieces = all.filter(({type}) => String(type).endsWith('_delta_sse'));
      const groups = new Map<unknown, Json[]>();
      for (const piece of pieces) {
        const {chunk_id: id} = piece;
        groups.set(id, [...(groups.get(id) ?? []), piece]);
      }
      assert.equal(groups.size, plain.length - 1);
      const whole = [...groups.values()].map(group => {
        assert.equal(group.length, group[0]?.['total_chunks']);
        const sorted = group.toSorted(
          (a, b) => Number(a['chunk_index']) - Number(b['chunk_index']),
        );
        assert.equal(sorted.at(-1)?.['is_last_chunk'], true);
        return JSON.parse(sorted.map(({chunk_data}) => chunk_data).join('')) as Json;
      });
      assert.deepEqual(whole, received(plain));
      const inOrder = pieces.every(
        (piece, n) =>
          n === 0 ||
          piece['chunk_index'] === 0 ||
          Number(piece['chunk_index']) > Number(pieces[n - 1]?.['chunk_index']),
      );
      assert.equal(inOrder, !shuffle);
    }
  });

  it('cut only events of some types', async () => {
    const types = ['agent_processing_complete'];
    const all = parsed((await again({kind: 'split', size: 50, types})).text);
    const cut = all.filter(({type}) => String(type).endsWith('_delta_sse'));
    assert.ok(cut.length > 1);
    assert.ok(cut.every(({original_event_type}) => original_event_type === types[0]));
  });

  it('send a snapshot of the content in between', async () => {
    const all = parsed((await again({kind: 'snapshot', every: 8})).text);
    const snapshots = ofType(all, 'agent_response_update');
    assert.ok(snapshots.length > 1);
    assert.match(
      String(snapshots.at(-1)?.['content']),
      /^<<STEP_START>>\nStep 1: Work it out\n<<TOOL_STEP/,
    );
    assert.deepEqual(
      received(all.filter(({type}) => type !== 'agent_response_update')),
      received(plain),
    );
  });

  it('send frames that make no sense, and comments, in between', async () => {
    const {text} = await again({kind: 'malformed', every: 2}, {kind: 'comments', every: 3});
    assert.match(text, /: still here\n\n/);
    assert.match(text, /data: \[DONE\]\n\n/);
    const kept = frames(text).filter(frame =>
      plain.some(event => frame === `data: ${JSON.stringify(event)}`),
    );
    assert.equal(kept.length, plain.length - 1);
  });

  it('cut the bytes anywhere', async () => {
    await client.fault({kind: 'cut', size: 7});
    const response = await client.attach(session);
    const sizes: number[] = [];
    const parts: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      parts.push(chunk);
      sizes.push((chunk as Uint8Array).length);
    }
    assert.ok(sizes.length > 20);
    assert.deepEqual(received(parsed(Buffer.concat(parts).toString())), received(plain));
  });

  it('speak the other framings', async () => {
    const {type, ...fields} = plain[1] ?? {};
    for (const [framing, second] of [
      ['F1', `data: ${JSON.stringify(plain[1])}`],
      ['F2', `event: ${String(type)}\ndata: ${JSON.stringify(fields)}`],
      ['F3', `data: ${JSON.stringify({event_type: type, data: fields})}`],
      ['F4', `data: ${JSON.stringify({event: type, data: fields})}`],
    ]) {
      assert.equal(frames((await again({kind: 'framing', framing})).text)[1], second);
    }
  });

  it('end lines in the other ways', async () => {
    const {text} = await again({kind: 'line_ends', ends: 'crlf'});
    assert.deepEqual(received(parsed(text.replaceAll('\r\n', '\n'))), received(plain));
    const cr = (await again({kind: 'line_ends', ends: 'cr'})).text;
    assert.doesNotMatch(cr, /\n/);
    assert.deepEqual(received(parsed(cr.replaceAll('\r', '\n'))), received(plain));
  });

  it('can be combined', async () => {
    const {text, broken} = await again(
      {kind: 'split', size: 30, shuffle: true},
      {kind: 'duplicate', every: 2},
      {kind: 'framing', framing: 'F2'},
      {kind: 'cut', size: 11},
      {kind: 'drop', after_bytes: 3000},
    );
    assert.equal(broken, true);
    assert.equal(text.length, 3000);
    assert.match(text, /event: response_stream_start_delta_sse\n/);
  });

  it('are checked before they are armed', async () => {
    for (const body of [
      {kind: 'none'},
      {kind: 'status', status: 200},
      {kind: 'cut', size: 0},
      [],
    ]) {
      assert.equal((await client.call('/demo/faults', {body})).status, 422, JSON.stringify(body));
    }
    const [status, {detail}] = await client.status('/demo/faults', {
      body: {kind: 'html', on: 'sendd'},
    });
    assert.equal(status, 422);
    assert.match(JSON.stringify(detail), /no operation \\"sendd\\"/);
    assert.deepEqual((await client.ok('/demo/faults'))['faults'], []);
  });
});
