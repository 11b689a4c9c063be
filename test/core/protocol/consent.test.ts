import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {ndjson} from '../../../demo/ndjson.js';
import {
  agUi,
  aishu,
  aiSdk,
  foldFrames,
  openai,
  openRequests,
  ubik,
  type Conversation,
  type Op,
  type Protocol,
  type RequestItem,
} from '../../../src/core/index.js';
import {reduce} from '../../../src/core/model/reduce.js';
import {forAll} from '../../support/for-all.js';

type Json = Readonly<Record<string, unknown>>;

/** Refusals, doubts and questions, and beginnings that sound like consent. */
const words: Readonly<Record<string, readonly string[]>> = {
  en: [
    'No',
    'stop',
    "don't",
    'cancel',
    'wait, what would be deleted?',
    'yes, but not now',
    'is it ok?',
  ],
  de: ['Nein', 'halt', 'bitte nicht', 'abbrechen', 'was wird gelöscht?', 'ja, aber später', 'ok?'],
  fr: [
    'Non',
    'arrête',
    'surtout pas',
    'annuler',
    'que va-t-il effacer ?',
    'oui, mais pas tout',
    "d'accord ?",
  ],
  es: ['No', 'para', 'mejor no', 'cancelar', '¿qué se borra?', 'sí, pero más tarde', '¿vale?'],
  zh: ['不', '停', '不要删除', '取消', '会删除什么？', '好的，但是先别删', '可以吗？'],
  ja: [
    'いいえ',
    'やめて',
    '削除しないで',
    'キャンセル',
    '何が消えますか？',
    'はい、でも後で',
    '大丈夫？',
  ],
  ar: ['لا', 'توقف', 'لا تحذف', 'إلغاء', 'ماذا سيُحذف؟', 'نعم، ولكن لاحقًا', 'هل هذا آمن؟'],
};
/** Texts that code might read as a yes. */
const literal = [
  'false',
  '0',
  'null',
  '[]',
  '""',
  'undefined',
  'true?',
  'confirm?',
  'approved: no',
  ' ',
];

const refusals = [...Object.values(words).flat(), ...literal].flatMap(text =>
  ['', '!', ' …', '\n'].flatMap(end => [text + end, `${text}${end} 🙏`]),
);

const args = {path: '/srv/data', recursive: true, target: 'SECRET'};

/** Reasons of an agent that try to hide, close or imitate what the user approves. */
const hostile = [
  'Show more results?\n\n<!--',
  '```json\n{"page": 2}\n```\n\n<details><summary>',
  '```',
  '<![CDATA[',
  '<style>*{display:none}</style>',
  '| path | /tmp |\n| --- | --- |\n',
  '\u202e\u2066',
  '\n\n&nbsp;'.repeat(80),
];

interface Case {
  readonly protocol: Protocol;
  frames(reason: string): readonly Json[];
  /** A field of the body that confirms, as `name: value`. */
  readonly consent: string;
  /** Whether the question is about a call, whose arguments are known. */
  readonly hasArguments?: boolean;
  /** Whether the body has the words as the reason. */
  readonly hasReason?: boolean;
  /** Whether the agent writes the name of the server of the tool, instead of a reason. */
  readonly namesServer?: boolean;
}

const aishuDocument = (ext: Json): Json[] => [
  {seq_id: 0, key: ['conversation_id'], action: 'upsert', content: 'k'},
  {seq_id: 1, key: ['assistant_message_id'], action: 'upsert', content: 'm'},
  {seq_id: 2, key: ['message'], action: 'upsert', content: {id: 'm', content: {}, ext}},
  {seq_id: 3, key: [], action: 'end', content: null},
];
const toolArgs = Object.entries(args).map(([key, value]) => ({key, value}));

const cases: Readonly<Record<string, Case>> = {
  'the question of a tool (Ubik Agent API)': {
    protocol: ubik,
    frames: reason => [
      {type: 'agent_processing_started', task_id: 't'},
      {
        type: 'tool_input_required',
        tool_execution_id: 'c1',
        tool_name: 'erase',
        tool_input: {question: reason, input_types: ['confirm']},
      },
    ],
    consent: 'input: yes',
    hasReason: true,
  },
  'a confirmation (AISHU Data Agent)': {
    protocol: aishu,
    frames: reason =>
      aishuDocument({
        interrupt_info: {
          handle: {resume_token: 'r'},
          data: {
            tool_name: 'erase',
            tool_args: toolArgs,
            interrupt_config: {requires_confirmation: true, confirmation_message: reason},
          },
        },
      }),
    consent: 'action: confirm',
    hasArguments: true,
  },
  'a plan (AISHU Data Agent)': {
    protocol: aishu,
    frames: reason =>
      aishuDocument({ask: {session_id: 's', tool_name: reason, tool_args: toolArgs}}),
    consent: 'confirm_plan: true',
    hasArguments: true,
  },
  'an approval (AI SDK)': {
    protocol: aiSdk,
    frames: reason => [
      {type: 'start', messageId: 'm'},
      {type: 'tool-input-available', toolCallId: 'c1', toolName: 'erase', input: args},
      {type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'a1', reason},
      {type: 'finish'},
    ],
    consent: 'approved: true',
    hasArguments: true,
    hasReason: true,
  },
  'an approval (AG-UI)': {
    protocol: agUi,
    frames: message => [
      {type: 'RUN_STARTED', threadId: 'k', runId: 'r1'},
      {type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'erase'},
      {type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: JSON.stringify(args)},
      {type: 'TOOL_CALL_END', toolCallId: 'c1'},
      {
        type: 'RUN_FINISHED',
        threadId: 'k',
        runId: 'r1',
        outcome: {
          type: 'interrupt',
          interrupts: [{id: 'i1', reason: 'tool_call', toolCallId: 'c1', message}],
        },
      },
    ],
    consent: 'approved: true',
    hasArguments: true,
    hasReason: true,
  },
  'a confirmation (AG-UI)': {
    protocol: agUi,
    frames: message => [
      {type: 'RUN_STARTED', threadId: 'k', runId: 'r1'},
      {
        type: 'RUN_FINISHED',
        threadId: 'k',
        runId: 'r1',
        outcome: {type: 'interrupt', interrupts: [{id: 'i1', reason: 'confirmation', message}]},
      },
    ],
    consent: 'payload: true',
    hasReason: true,
  },
  'an approval (OpenAI Responses)': {
    protocol: openai,
    frames: label => [
      {type: 'response.created', response: {id: 'r1', status: 'in_progress', output: []}},
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: {
          type: 'mcp_approval_request',
          id: 'a1',
          name: 'erase',
          server_label: label,
          arguments: JSON.stringify(args),
        },
      },
      {type: 'response.completed', response: {id: 'r1', status: 'completed'}},
    ],
    consent: 'approve: true',
    hasArguments: true,
    hasReason: true,
    namesServer: true,
  },
  'a question about a call (createProtocol)': {
    protocol: ndjson,
    frames: prompt => [
      {tool: 'c1', name: 'erase', input: args},
      {ask: 'q1', prompt, types: ['confirm'], seconds: 60, tool: 'c1'},
      {done: true},
    ],
    consent: 'input: true',
    hasArguments: true,
    hasReason: true,
  },
};

/** The fields of the request that answers a question, as `name: value`, also those in JSON texts. */
function answer(
  {protocol}: Case,
  folded: Conversation,
  input: unknown,
  type: string,
): readonly string[] {
  const request = asked(folded);
  const {reply, replyTool, continue: go} = protocol.operations;
  const address = {session: 's', agent: 'a'};
  const given = {...address, request, answer: {input, type}};
  if (request.executionId !== undefined && replyTool)
    return fieldsOf(replyTool.request(given).body);
  if (reply) return fieldsOf(reply.request(given).body);
  const op: Op = {op: 'assign', id: request.id, status: 'done', fields: {answer: given.answer}};
  return fieldsOf(go?.request({...address, conversation: reduce(folded, [op])}).body);
}

function fieldsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string' && value.startsWith('{"input"')) return fieldsOf(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return [`${name}: ${String(value)}`];
  return Object.entries(value).flatMap(([key, part]) => fieldsOf(part, key));
}

const ask = ({protocol, frames}: Case, reason = 'Erase everything?'): Conversation =>
  foldFrames(
    protocol,
    frames(reason).map(frame => ({data: JSON.stringify(frame)})),
    {run: 'run'},
  );

function asked(conversation: Conversation): RequestItem {
  const [request] = openRequests(conversation);
  return request ?? assert.fail('no question');
}

describe('consent to what an agent asks', () => {
  it('is tried with at least 300 refusals in seven languages', () => {
    assert.ok(new Set(refusals).size >= 300);
    assert.equal(Object.keys(words).length, 7);
  });

  for (const [name, one] of Object.entries(cases)) {
    const question = ask(one);
    it(`is given by the button only: ${name}`, () => {
      assert.ok(answer(one, question, true, 'confirm').includes(one.consent));
      assert.ok(!answer(one, question, false, 'confirm').includes(one.consent));
      for (const text of refusals) {
        for (const type of ['text', 'confirm', 'json', 'choice']) {
          const fields = answer(one, question, text, type);
          assert.ok(!fields.includes(one.consent), `${type} ${text}`);
          const hasWords = fields.some(field => field.endsWith(`: ${text}`));
          if (one.hasReason) assert.ok(hasWords, `${type} ${text}: ${fields.join()}`);
        }
      }
    });

    it(`is given by no object with a refusal: ${name}`, () => {
      for (const key of ['approved', 'confirmed', 'accepted', 'allow', 'answer', 'no', 'reason']) {
        const refusal = {[key]: false};
        for (const input of [refusal, JSON.stringify(refusal)]) {
          for (const type of ['text', 'confirm', 'json']) {
            const fields = answer(one, question, input, type);
            assert.ok(!fields.includes(one.consent), `${type} ${key}`);
          }
        }
      }
    });

    it(`is given by no other text: ${name}`, () => {
      forAll(100, [fc.string(), fc.constantFrom('text', 'confirm')], (text, type) => {
        assert.ok(!answer(one, question, text, type).includes(one.consent));
      });
    });

    if (one.hasArguments)
      it(`is asked for with the arguments, whatever the agent writes: ${name}`, () => {
        for (const reason of hostile) {
          const {prompt, toolName, arguments: call} = asked(ask(one, reason));
          assert.deepEqual(call, args);
          assert.ok([prompt, toolName].includes(reason) || one.namesServer);
        }
      });
  }
});

describe('arguments that are no object', () => {
  const openaiCall = (given: unknown): Json[] => [
    {type: 'response.created', response: {id: 'r1', status: 'in_progress', output: []}},
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: {type: 'mcp_approval_request', id: 'a1', name: 'run', arguments: given},
    },
    {type: 'response.completed', response: {id: 'r1', status: 'completed'}},
  ];
  const agUiCall = (delta: unknown): Json[] => [
    {type: 'RUN_STARTED', threadId: 'k', runId: 'r1'},
    {type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'run'},
    {type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta},
    {type: 'TOOL_CALL_END', toolCallId: 'c1'},
    {
      type: 'RUN_FINISHED',
      threadId: 'k',
      runId: 'r1',
      outcome: {
        type: 'interrupt',
        interrupts: [{id: 'i1', reason: 'tool_call', toolCallId: 'c1', message: 'Go on?'}],
      },
    },
  ];
  const shown = (protocol: Protocol, frames: readonly Json[]): unknown =>
    asked(ask({protocol, frames: () => frames, consent: ''})).arguments;

  for (const [given, input] of [
    ['rm -rf /', 'rm -rf /'],
    ['["rm","-rf"]', ['rm', '-rf']],
    ['"all"', 'all'],
    ['{"path": "/srv', '{"path": "/srv'],
    ['{"amount":9999,"amount":1}', '{"amount":9999,"amount":1}'],
    ['{"a":[{"to":"x:","to":"\\":"}]}', '{"a":[{"to":"x:","to":"\\":"}]}'],
    ['0', 0],
  ] as const) {
    it(`are displayed as one argument: ${given}`, () => {
      assert.deepEqual(shown(openai, openaiCall(given)), {input});
      assert.deepEqual(shown(agUi, agUiCall(given)), {input});
    });
  }

  it('are an object if each key is used once, whatever its strings contain', () => {
    const input = {'a:b': 'c: "d":', list: [{to: ':'}, {to: '\\":'}], none: {}};
    assert.deepEqual(shown(openai, openaiCall(JSON.stringify(input))), input);
  });

  it('are displayed if their strings have millions of escapes', () => {
    const text = '\n'.repeat(4_000_000);
    assert.deepEqual(shown(agUi, agUiCall(JSON.stringify({text}))), {text});
  });

  it('are displayed as AISHU sends them, if one would hide another', () => {
    const question = (tool_args: unknown): RequestItem => {
      const data = {tool_name: 'pay', tool_args};
      const ext = {interrupt_info: {handle: {resume_token: 'r'}, data}};
      return asked(ask({protocol: aishu, frames: () => aishuDocument(ext), consent: ''}));
    };
    const twice = [
      {key: 'amount', value: 9999},
      {key: 'amount', value: 1},
    ];
    const unnamed = [{value: 'a'}, {name: 'b', value: 'b'}];
    for (const given of [twice, unnamed, ['all'], [{key: 'a', value: 1}, 'rest']]) {
      const {arguments: call, inputTypes} = question(given);
      assert.deepEqual([call, inputTypes], [{input: given}, ['confirm']]);
    }
    assert.deepEqual(question({amount: 9999}).arguments, {amount: 9999});
    for (const none of [null, [], '', undefined]) assert.equal(question(none).arguments, undefined);
  });
});
