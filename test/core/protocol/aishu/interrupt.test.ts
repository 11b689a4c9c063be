import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {end, opening, skill, steps, folded, upsert} from './patches.js';
import {readInterrupt, type Interrupt} from '../../../../src/core/protocol/aishu/interrupt.js';
import {aishu} from '../../../../src/core/protocol/aishu/index.js';
import type {RequestAnswer, RequestItem} from '../../../../src/core/model/item.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {statusesOf} from '../folded-message.js';

const read = (ext: unknown, content?: unknown): Interrupt | undefined =>
  readInterrupt({ext, content}, {runId: 'r', messageId: 'm'});

const asking = (data: unknown, handle: unknown = {resume_token: 't'}): Interrupt | undefined =>
  read({interrupt_info: {handle, data}});

describe('readInterrupt', () => {
  for (const ext of [undefined, null, {}, {interrupt_info: null}, {ask: 'x'}, 'x']) {
    it(`finds no question in ${JSON.stringify(ext)}`, () => {
      assert.equal(read(ext), undefined);
    });
  }

  it('reads a question that only wants a yes', () => {
    assert.deepEqual(asking({tool_name: 'pay'})?.question, {
      prompt: 'pay',
      inputTypes: ['confirm'],
      toolName: 'pay',
      handle: {
        agentRunId: 'r',
        messageId: 'm',
        echo: {
          resume_interrupt_info: {resume_handle: {resume_token: 't'}, data: {tool_name: 'pay'}},
        },
      },
    });
  });

  const prompts: readonly (readonly [data: object, prompt: string])[] = [
    [
      {
        interrupt_config: {confirmation_message: 'Pay now?'},
        tool_description: 'Pays',
        tool_name: 'pay',
      },
      'Pay now?',
    ],
    [{tool_description: 'Pays', tool_name: 'pay'}, 'Pays'],
    [{tool_name: 'pay'}, 'pay'],
    [{}, ''],
    [{interrupt_config: {confirmation_message: 7}, tool_description: {}}, ''],
  ];
  for (const [data, prompt] of prompts) {
    it(`asks ${JSON.stringify(prompt)} for ${JSON.stringify(data)}`, () => {
      assert.equal(asking(data)?.question.prompt, prompt);
    });
  }

  it('displays the arguments, with the types of their values', () => {
    const values: readonly (readonly [value: unknown, type: string])[] = [
      ['x', 'string'],
      [1, 'number'],
      [true, 'boolean'],
      [null, 'null'],
      [[1], 'array'],
      [{a: 1}, 'object'],
      [undefined, 'string'],
    ];
    for (const [value, type] of values) {
      const question = asking({tool_args: [{key: 'k', value}]})?.question;
      const schema = question?.schema as {properties: Record<string, {type: string}>};
      assert.deepEqual(question?.inputTypes, ['confirm', 'json']);
      assert.equal(schema.properties['k']?.type, type);
    }
  });

  it('asks for the values if no argument has one, and can be refused', () => {
    for (const [tool_args, types, isRefusable] of [
      [[{key: 'answer', value: ''}], ['json'], true],
      [
        [
          {key: 'to', value: 'Ada'},
          {key: 'note', value: ''},
        ],
        ['confirm', 'json'],
        undefined,
      ],
    ] as const) {
      const {inputTypes, refusable} = asking({tool_args})?.question ?? {};
      assert.deepEqual([inputTypes, refusable], [types, isRefusable]);
    }
  });

  it('passes over arguments that are none', () => {
    for (const tool_args of [undefined, null, 'x', [], [null, 7]]) {
      assert.deepEqual(asking({tool_args})?.question.inputTypes, ['confirm']);
    }
  });

  const keys: readonly (readonly [handle: unknown, key: string])[] = [
    [{resume_token: 't', snapshot_id: 's'}, 't'],
    [{snapshot_id: 's'}, 's'],
    [{}, ''],
    [null, ''],
  ];
  for (const [handle, key] of keys) {
    it(`is known by ${JSON.stringify(key)} with the handle ${JSON.stringify(handle)}`, () => {
      assert.equal(asking({}, handle)?.key, key);
    });
  }

  it('reads the older kind of question, and sends it back with its content', () => {
    const ask = {session_id: 's', tool_name: 'pay'};
    const interrupt = read({ask}, {final_answer: {query: 'Pay it'}});
    assert.equal(interrupt?.key, 's');
    assert.equal(interrupt.question.prompt, 'pay');
    assert.deepEqual(interrupt.question.handle, {
      agentRunId: 'r',
      messageId: 'm',
      echo: {tool: ask, query: 'Pay it'},
    });
  });

  it('prefers the newer kind if both are reported', () => {
    const both = read({ask: {session_id: 's'}, interrupt_info: {handle: {resume_token: 't'}}});
    assert.equal(both?.key, 't');
  });
});

const handle = {
  frame_id: 'f',
  resume_token: 't',
  interrupt_type: 'tool_interrupt',
  restart_block: false,
};
const data = {
  tool_name: 'create_ticket',
  tool_description: 'create a work order',
  tool_args: [
    {key: 'title', value: 'Printer', type: 'str'},
    {key: 'watchers', value: ['zhang'], type: 'list'},
  ],
  interrupt_config: {requires_confirmation: true, confirmation_message: 'Create it?'},
};
const ask = {session_id: 's', tool_name: 'create_ticket', tool_args: []};

function framesWith(ext: object): readonly Frame[] {
  const running = steps(skill('create_ticket', {status: 'processing', interrupted: true}));
  return [...opening, ...running, upsert(['message', 'ext'], ext)];
}

function question(ext: object, ...rest: readonly Frame[]): RequestItem {
  const item = folded([...framesWith(ext), ...rest]).message.children.find(
    ({kind}) => kind === 'request',
  );
  assert.ok(item?.kind === 'request');
  return item;
}

/** The fields of the answering request beyond those of every request. */
function reply(request: RequestItem, input: unknown, type = 'confirm'): unknown {
  const answer: RequestAnswer = {input, type};
  const {body} =
    aishu.operations.reply?.request({session: 'c1', agent: 'key', request, answer}) ?? {};
  assert.ok(body && 'json' in body);
  const common = [
    'agent_id',
    'agent_version',
    'executor_version',
    'stream',
    'inc_stream',
    'chat_option',
  ];
  return Object.fromEntries(
    Object.entries(body.json as object).filter(([field]) => !common.includes(field)),
  );
}

describe('a question', () => {
  it('waits for its answer, with its step and its message', () => {
    const {message} = folded([...framesWith({interrupt_info: {handle, data}}), end]);
    assert.deepEqual(statusesOf(message), ['tool waiting', 'request waiting']);
    assert.equal(message.status, 'waiting');
    const [calling, asking] = message.children;
    assert.equal(asking?.kind === 'request' && asking.callId, calling?.id);
  });

  it('belongs to the last call of its tool that waits', () => {
    const calls = [
      skill('pay', {id: 'a', status: 'processing'}),
      skill('pay', {id: 'b', status: 'processing'}),
      skill('pay', {id: 'c'}),
      skill('other', {id: 'd', status: 'processing'}),
    ];
    const asked = upsert(['message', 'ext', 'ask'], {tool_name: 'pay'});
    const asking = folded([...opening, ...steps(...calls), asked, end]).message.children.at(-1);
    assert.equal(asking?.kind === 'request' && asking.callId, 'run.b.tool');
  });

  it('displays the pending action, and its editable arguments', () => {
    const {prompt, inputTypes, schema, toolName} = question({interrupt_info: {handle, data}});
    assert.deepEqual(
      [prompt, inputTypes, toolName],
      ['Create it?', ['confirm', 'json'], 'create_ticket'],
    );
    assert.deepEqual(schema, {
      type: 'object',
      properties: {
        title: {type: 'string', default: 'Printer'},
        watchers: {type: 'array', default: ['zhang']},
      },
      required: ['watchers'],
    });
  });

  it('knows the types of arguments by their values', () => {
    const tool_args = [null, true, 1, {a: 1}, undefined].map((value, index) => ({
      key: `a${index}`,
      value,
    }));
    const {schema} = question({interrupt_info: {handle, data: {...data, tool_args}}});
    const {properties} = schema as {properties: Record<string, {type: string}>};
    const types = Object.values(properties).map(({type}) => type);
    assert.deepEqual(types, ['null', 'boolean', 'number', 'object', 'string']);
  });

  it('has a text even if the server sends none', () => {
    const prompt = (fields: object): string =>
      question({interrupt_info: {handle, data: fields}}).prompt;
    assert.equal(prompt({...data, interrupt_config: null}), 'create a work order');
    assert.equal(prompt({tool_name: 'create_ticket'}), 'create_ticket');
    assert.equal(prompt({}), '');
  });

  it('is another than the one before it in the same run', () => {
    const ids = ['t', 'u'].map(resume_token => {
      return question({interrupt_info: {handle: {...handle, resume_token}, data}}).id;
    });
    assert.equal(new Set(ids).size, 2);
    assert.equal(
      question({interrupt_info: {handle: {snapshot_id: 's'}, data}}).id,
      'run.request s',
    );
    assert.equal(question({ask}).id, 'run.request s');
    assert.equal(question({interrupt_info: {}}).id, 'run.request ');
    assert.equal(question({ask: {}}).id, 'run.request ');
  });

  it('can be answered no more after a failure or a stop', () => {
    const frames = framesWith({interrupt_info: {handle, data}});
    const states = [folded(frames, 'stopped'), folded([...frames, upsert(['error'], 'gone'), end])];
    for (const {message} of states) {
      assert.equal(message.children.find(({kind}) => kind === 'request')?.status, 'interrupted');
    }
  });

  it('still waits when the connection is lost, because it was asked', () => {
    assert.equal(
      folded(framesWith({interrupt_info: {handle, data}}), 'lost').message.status,
      'waiting',
    );
  });
});

describe('an answer', () => {
  const request = question({interrupt_info: {handle, data}}, end);
  const ids = {conversation_id: 'c1', agent_run_id: 'r1', interrupted_assistant_message_id: 'm1'};
  const resume = {resume_handle: handle, data};
  const confirmed = {
    ...ids,
    resume_interrupt_info: {...resume, action: 'confirm', modified_args: []},
  };

  it('confirms, and sends the data of the server back unchanged', () => {
    for (const input of [true, {}, {title: 'Printer'}])
      assert.deepEqual(reply(request, input), confirmed);
    assert.deepEqual(reply(request, JSON.stringify({title: 'Printer'}), 'json'), confirmed);
  });

  it('skips', () => {
    const skipped = {...ids, resume_interrupt_info: {...resume, action: 'skip', modified_args: []}};
    for (const input of [
      false,
      'no',
      ' Skip ',
      'false',
      'yes',
      'cancel',
      'stop',
      'Nein',
      '不',
      'いいえ',
      '',
    ])
      assert.deepEqual(reply(request, input), skipped, String(input));
    assert.deepEqual(reply(request, 'wait, what would be deleted?'), skipped);
    assert.deepEqual(reply(request, '{"title": ', 'json'), skipped);
    for (const input of [
      {approved: false},
      {title: 'Printer', approved: false},
      {title: 'Printer', watchers: ['li'], unknown: 1},
    ])
      for (const given of [input, JSON.stringify(input)])
        assert.deepEqual(reply(request, given, 'json'), skipped);
  });

  it('names only the arguments that the user changed', () => {
    const changed = [{key: 'watchers', value: ['li']}];
    const edited = {title: 'Printer', watchers: ['li']};
    const expected = {
      ...ids,
      resume_interrupt_info: {...resume, action: 'confirm', modified_args: changed},
    };
    assert.deepEqual(reply(request, edited, 'json'), expected);
    assert.deepEqual(reply(request, JSON.stringify(edited), 'json'), expected);
  });

  it('survives that the question was stored', () => {
    const stored = JSON.parse(JSON.stringify(request)) as RequestItem;
    assert.deepEqual(reply(stored, true), confirmed);
  });

  it('is in the older kind when the question was', () => {
    const older = question({ask}, end);
    assert.deepEqual(reply(older, true), {...ids, tool: ask, query: 'Why?', confirm_plan: true});
    assert.deepEqual(reply(older, false), {...ids, tool: ask, query: 'Why?', confirm_plan: false});
  });
});
