import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {llm, opening, steps} from './aishu/patches.js';
import {start, text} from './anthropic/events.js';
import {frame} from './recorded.js';
import {chunk, framed, started} from './ubik/folded.js';
import {
  aishu,
  anthropic,
  createAiSdk,
  createProtocol,
  foldFrames,
  reduce,
  ubik,
} from '../../../src/core/index.js';
import {
  emptyConversation,
  type Conversation,
  type RequestItem,
} from '../../../src/core/model/item.js';
import type {Op} from '../../../src/core/model/op.js';
import {walk} from '../../../src/core/model/select.js';
import {isWellFormed} from '../../../src/core/model/well-formed.js';
import type {Operation, Operations, Protocol} from '../../../src/core/protocol/types.js';
import type {Frame} from '../../../src/core/sse/frame.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

/** The contract of every protocol. */

const words = createProtocol({
  name: 'words',
  read: ({data}, answer) => answer.text(data),
  send: input => ({method: 'POST', path: '/', body: {json: input.text}}),
});

interface ProtocolCase {
  readonly protocol: Protocol;
  /** The beginning of a run with the text "Half". */
  readonly begun: readonly Frame[];
  /** Its operations, in alphabetical order. */
  readonly operations: string;
}

const protocols: readonly ProtocolCase[] = [
  {
    protocol: ubik,
    begun: [started(1), chunk('Half', 1)].map(framed),
    operations:
      'attach callTool checkpoints create edit file history message navigate readResource regenerate remove ' +
      'rename reply replyTool restore send sessions stop upload',
  },
  {
    protocol: anthropic,
    begun: [start(), ...text(0, 'Half').slice(0, -1)],
    operations: 'continue regenerate send',
  },
  {
    protocol: createAiSdk({resume: 'replay', stop: true, history: true}),
    begun: [{data: '{"type":"text-delta","delta":"Half"}'}],
    operations: 'attach continue edit history regenerate send stop',
  },
  {
    protocol: aishu,
    begun: [...opening, ...steps(llm({answer: 'Half'}))],
    operations:
      'attach create edit history markRead onboarding regenerate remove rename reply send ' +
      'sessions stop upload',
  },
  {protocol: words, begun: [{data: 'Half'}], operations: 'send'},
];

const shownBy = (ops: readonly Op[]): Conversation => reduce(emptyConversation, ops);

const wordsOf = (conversation: Conversation): string =>
  [...walk(conversation)].flatMap(item => (item.kind === 'text' ? item.text : [])).join('');

/** Arbitrary frames, some with the fields of a protocol. */
const fields = fc.constantFrom(
  ...['type', 'content', 'step', 'index', 'delta', 'message', 'content_block', 'action', 'key'],
  ...['timestamp', 'error', 'chunk_id', 'total_chunks', 'seq_id', '__proto__'],
);
const values = fc.oneof(
  fc.jsonValue({maxDepth: 2}),
  fc.constantFrom(
    ...['response_chunk', 'agent_step_started', 'tool_update', 'agent_processing_complete'],
    ...['message_start', 'content_block_start', 'content_block_delta', 'message_stop', 'error'],
    ...['upsert', 'append', 'remove', 'end', 'text', 'tool_use', '<<think', '2026-01-01T00:00:00Z'],
  ),
  fc.constantFrom<unknown>(0, 1, ['message'], ['message', 'content'], {type: 'text', text: 'x'}),
);
const anyFrame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({data: fc.string()}),
  fc.record({event: fc.string(), data: fc.string()}),
  fc.dictionary(fields, values).map(folded => frame(folded)),
);

const session = 'a/b?c#d';
const request: RequestItem = {
  id: 'r',
  kind: 'request',
  status: 'waiting',
  children: [],
  prompt: 'Which?',
  inputTypes: ['text'],
  checkpoint: 'c',
  executionId: 'x/1',
};

/** Inputs for every operation. */
const input = {
  session,
  agent: 'k/1',
  agentId: 'id-1',
  run: 'r/1',
  message: 'm/1',
  tool: {id: 't', kind: 'tool', status: 'done', children: [], name: 'clock', executionId: 'e/1'},
  uri: 'ui://clock',
  text: 'Why?',
  title: 'T',
  page: 1,
  limit: 10,
  last: 3,
  checkpoint: 'c/1',
  file: {name: 'a.txt', size: 1, type: 'text/plain'},
  request,
  answer: {input: 'a', type: 'text'},
  conversation: emptyConversation,
};

/** The operations of a protocol, each called with all inputs. */
function asked(operations: Operations): readonly (readonly [string, Operation<object, unknown>])[] {
  return Object.entries(operations) as [string, Operation<object, unknown>][];
}

/** The input of an operation; a file is named by its id if one is required. */
const folded = (name: string): object => (name === 'file' ? {...input, file: 'f/1'} : input);

const bodies: readonly unknown[] = [
  undefined,
  null,
  '',
  '<html>',
  0,
  true,
  [],
  [null],
  {},
  {data: null},
  {error: null},
  {messages: [null, 7, {}]},
  {message: {content: 'x'}},
  JSON.parse('{"__proto__":{"id":"x"},"id":{}}') as unknown,
];

/** Frames with an object that `String` cannot convert, where a decoder expects the name of a type. */
const withoutText: readonly Frame[] = ['action', 'type', 'object'].map(name => ({
  data: JSON.stringify({[name]: {toString: null}}),
}));

for (const {protocol, begun, operations} of protocols) {
  describe(`a decoder of ${protocol.name}`, () => {
    it('never throws, and gives ops that are well formed', () => {
      fc.assert(
        fc.property(fc.array(anyFrame, {maxLength: 8}), frames => {
          const decoder = protocol.createDecoder({run: 'run'});
          const ops = [...frames.flatMap(one => decoder.decode(one)), ...decoder.end('lost')];
          for (const op of ops) assert.ok(isWellFormed(op), JSON.stringify(op));
        }),
        {numRuns: runs(1_000), examples: [[withoutText]]},
      );
    });

    it('leaves nothing open at an end, whatever came before it', () => {
      forAll(runs(1_000), [fc.array(anyFrame, {maxLength: 8})], frames => {
        const decoder = protocol.createDecoder({run: 'run'});
        const ops = [...begun, ...frames].flatMap(one => decoder.decode(one));
        const after = shownBy([...ops, ...decoder.end('stopped')]);
        for (const {id, status} of walk(after)) assert.notEqual(status, 'streaming', id);
      });
    });

    it('is one message while it runs, with the received text', () => {
      const conversation = foldFrames(protocol, begun, {run: 'run'});
      const found = conversation.children.map(({id, kind, status}) => [id, kind, status]);
      assert.deepEqual(found, [['run', 'message', 'streaming']]);
      assert.equal(wordsOf(conversation), 'Half');
    });

    it('names everything by its run', () => {
      for (const run of ['run', 'other', '__proto__']) {
        for (const {id} of walk(foldFrames(protocol, begun, {run}))) assert.ok(id.startsWith(run));
      }
    });

    for (const [reason, status] of [
      ['lost', 'interrupted'],
      ['stopped', 'stopped'],
    ] as const) {
      it(`is ${status} when its stream is ${reason}, keeps its text, and ends once`, () => {
        const decoder = protocol.createDecoder({run: 'run'});
        const ops = begun.flatMap(one => decoder.decode(one));
        const after = shownBy([...ops, ...decoder.end(reason)]);
        assert.equal(after.children[0]?.status, status);
        assert.equal(wordsOf(after), 'Half');
        assert.equal(reduce(after, decoder.end(reason)), after);
      });

      it(`is only an empty message when it is ${reason} before anything arrived`, () => {
        const {children} = shownBy(protocol.createDecoder().end(reason));
        assert.ok(children.length <= 1);
        for (const item of children) {
          assert.deepEqual([item.id, item.status, item.children], ['message', status, []]);
        }
      });
    }

    it('shares no state with another one', () => {
      const one = protocol.createDecoder({run: 'run'});
      const other = protocol.createDecoder({run: 'run'});
      const mixed = begun.map(each => [one.decode(each), other.decode(each)] as const);
      assert.ok(mixed.some(([ops]) => ops.length > 0));
      assert.deepEqual(
        mixed.map(([first]) => first),
        mixed.map(([, second]) => second),
      );
    });
  });

  describe(`the operations of ${protocol.name}`, () => {
    it('are those that the protocol has, and no others', () => {
      const names = Object.keys(protocol.operations).sort((a, b) => (a < b ? -1 : 1));
      assert.equal(names.join(' '), operations);
    });

    it('describe requests as JSON, with a path below the endpoint', () => {
      for (const [name, {request: describeIt, otherwise}] of asked(protocol.operations)) {
        for (const shape of [describeIt(folded(name)), otherwise?.(folded(name))]) {
          if (!shape) continue;
          assert.deepEqual(JSON.parse(JSON.stringify(shape.query ?? {})), shape.query ?? {}, name);
          assert.match(shape.method, /^(GET|POST|PUT|PATCH|DELETE)$/);
          assert.doesNotMatch(shape.path, /^([a-z]+:|\/\/)/i, `${name} stays with its endpoint`);
          const read = shape.method === 'GET' && shape.body;
          assert.ok(!read, `${name} reads, and so has nothing to say`);
        }
      }
    });

    it('let no id leave its part of the path', () => {
      for (const [name, {request: describeIt}] of asked(protocol.operations)) {
        const {path} = describeIt(folded(name));
        for (const id of [session, 'k/1', 'm/1', 'r/1', 'x/1', 'c/1', 'f/1', 'e/1']) {
          assert.ok(!path.includes(id), `${name}: ${path}`);
        }
        assert.doesNotMatch(path, /[#\s]/);
      }
    });

    it('ask the same twice', () => {
      for (const [name, {request: describeIt}] of asked(protocol.operations)) {
        assert.deepEqual(describeIt(folded(name)), describeIt(folded(name)));
      }
    });

    it('read any response, or fail with a message', () => {
      for (const [name, {read}] of asked(protocol.operations)) {
        for (const body of bodies) {
          try {
            read({status: 200, headers: {}, body});
          } catch (error) {
            assert.ok(error instanceof TypeError, name);
            // The message of a missing id or list states what was expected.
            assert.match(
              error.message,
              /^(The response of the server is not a |JSON with the id of the session$|a message with id and role$|.*\ba list( of \w+(, or `messages`)?)?$)/,
            );
          }
        }
      }
    });

    it('find no message and no run in unrelated values', () => {
      const {send} = protocol.operations;
      for (const body of bodies.slice(0, 8)) {
        const opened = send.read({status: 200, headers: {}, body});
        assert.deepEqual([opened.message, opened.run], [undefined, undefined]);
      }
    });
  });

  describe(`a refused request of ${protocol.name}`, () => {
    it('is read without throwing, and has a code if it has content', () => {
      for (const body of [...bodies, {error: {}}, {detail: []}, {code: 7}]) {
        const fault = protocol.readError?.(body);
        if (fault) assert.notEqual(fault.code, '', JSON.stringify(body));
      }
    });
  });
}

describe('the name of a protocol', () => {
  it('is its own', () => {
    const names = protocols.map(({protocol}) => protocol.name);
    assert.equal(new Set(names).size, names.length);
  });
});
