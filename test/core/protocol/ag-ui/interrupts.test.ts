import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  langGraphInterrupt,
  payloadOf,
  permitsNothing,
  questionOf,
} from '../../../../src/core/protocol/ag-ui/interrupts.js';
import type {Interrupt} from '../../../../src/core/protocol/ag-ui/record.js';

const approved = {type: 'object', properties: {approved: {type: 'boolean'}}};
const either = {
  oneOf: [
    {type: 'object', properties: {approved: {const: true}, editedArgs: {type: 'object'}}},
    {type: 'object', properties: {approved: {const: false}, reason: {type: 'string'}}},
  ],
};
const quarter = {type: 'object', properties: {quarter: {type: 'string', enum: ['Q1', 'Q2']}}};

describe('the question of an interrupt', () => {
  it('contains the input of its call', () => {
    const interrupt = {id: 'i', reason: 'tool_call', message: 'Send it?', responseSchema: approved};
    const call = {id: 'c', function: {name: 'send', arguments: '{"to":"a@b.example"}'}};
    assert.deepEqual(questionOf(interrupt, call), {
      prompt: 'Send it?',
      inputTypes: ['confirm'],
      toolName: 'send',
      arguments: {to: 'a@b.example'},
      handle: interrupt,
    });
  });

  it('has its deadline in seconds, from when it was asked', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const deadline = (expiresAt: unknown): readonly unknown[] => {
      const {timeout, createdAt} = questionOf({id: 'i', reason: 'r', expiresAt}, undefined, now);
      return [timeout, createdAt];
    };
    for (const time of ['2026-01-01T00:01:30Z', '2026-01-01T01:01:30+01:00', '2026-01-01T00:01:30'])
      assert.deepEqual(deadline(time), [90, '2026-01-01T00:00:00.000Z']);
    assert.deepEqual(deadline('2020-01-01T00:00:00Z'), [0, '2026-01-01T00:00:00.000Z']);
    for (const time of [undefined, null, 'soon', {}])
      assert.deepEqual(deadline(time), [undefined, undefined]);
  });

  it('names the tool or the reason if it has no message', () => {
    const metadata = {toolName: 'send'};
    const {prompt, toolName} = questionOf({id: 'i', reason: 'tool_call', metadata});
    assert.deepEqual([prompt, toolName], ['', 'send']);
    assert.equal(questionOf({id: 'i', reason: 'app:review'}).prompt, 'app:review');
  });

  it('of Mastra has the words and the fields of what the tool asks', () => {
    for (const [suspendPayload, prompt, shown] of [
      [{q: 'Which?'}, '', {q: 'Which?'}],
      [{question: 'Which?', sizes: ['S']}, 'Which?', {sizes: ['S']}],
      ['Which?', 'Which?', undefined],
      [undefined, '', undefined],
    ] as const) {
      const metadata = {mastra: {type: 'mastra_suspend', toolName: 'pause', suspendPayload}};
      const question = questionOf({id: 'r::c1', reason: 'mastra:tool_suspend', metadata});
      assert.deepEqual(
        [question.prompt, question.toolName, question.arguments],
        [prompt, 'pause', shown],
      );
    }
  });

  it('of LangGraph may be text, JSON text or any value', () => {
    for (const value of ['Go on?', '"Go on?"', '{"question":"Go on?"}', {prompt: 'Go on?'}]) {
      assert.equal(langGraphInterrupt(value)['message'], 'Go on?');
    }
  });

  it('of LangGraph has what is not its words as arguments', () => {
    const action = {tool: 'erase', path: '<!-- /srv'};
    for (const [value, prompt, call] of [
      [{question: 'Go on?', action}, 'Go on?', {action}],
      [JSON.stringify({message: '', action}), '', {message: '', action}],
      [{a: 1}, '', {a: 1}],
      [[action], '', {input: [action]}],
      [false, '', {input: false}],
      ['Go on?', 'Go on?', undefined],
    ] as const) {
      const question = questionOf(langGraphInterrupt(value));
      assert.deepEqual([question.prompt, question.arguments], [prompt, call]);
    }
  });
});

describe('the question of LangGraph in an outcome', () => {
  const asked = (raw: unknown, fields: object = {}): Interrupt => ({
    ...{id: 'i', reason: 'langgraph:interrupt', metadata: {langgraph: {raw, ns: null}}},
    ...fields,
  });

  it('has what it asks, once', () => {
    const schema = {type: 'string'};
    for (const [raw, fields, prompt, shown] of [
      ['Go on?', {message: 'Go on?'}, 'Go on?', undefined],
      [{question: 'Go on?', draft: 'Dear all'}, {}, 'Go on?', {draft: 'Dear all'}],
      [{draft: 'Dear all'}, {}, '', {draft: 'Dear all'}],
      [{message: 'Go on?', response_schema: schema}, {message: 'Go on?'}, 'Go on?', undefined],
      [null, {}, 'langgraph:interrupt', undefined],
    ] as const) {
      const question = questionOf(asked(raw, fields));
      assert.deepEqual([question.prompt, question.arguments], [prompt, shown]);
    }
  });

  it('does not say whether an answer permits something', () => {
    assert.equal(permitsNothing(asked('Go on?'), {type: 'text', input: 'Yes'}), false);
  });

  const review = (allowed: readonly string[], ...names: readonly string[]): object => ({
    action_requests: names.map(name => ({name, args: {to: 'Bo'}, description: `May I ${name}?`})),
    review_configs: names.map(name => ({action_name: name, allowed_decisions: allowed})),
  });

  it('about calls that LangChain holds back is a permission', () => {
    const one = review(['approve', 'edit', 'reject'], 'send');
    for (const interrupt of [asked(one), langGraphInterrupt(JSON.stringify(one))]) {
      const {prompt, toolName, arguments: input, inputTypes} = questionOf(interrupt);
      assert.deepEqual(
        [prompt, toolName, input, inputTypes],
        ['May I send?', 'send', {to: 'Bo'}, ['confirm']],
      );
      for (const [given, decision] of [
        [true, {type: 'approve'}],
        [false, {type: 'reject'}],
        ['Not now', {type: 'reject', message: 'Not now'}],
      ] as const) {
        const answer = {type: 'confirm', input: given} as const;
        assert.deepEqual(payloadOf(interrupt, answer), {decisions: [decision]});
        assert.equal(permitsNothing(interrupt, answer), given !== true);
      }
    }
  });

  it('about several calls shows all of them, and decides about each', () => {
    const interrupt = asked(review(['approve', 'reject'], 'send', 'erase'));
    const {toolName, arguments: input, inputTypes} = questionOf(interrupt);
    assert.deepEqual([toolName, inputTypes], [undefined, ['confirm']]);
    assert.match(JSON.stringify(input), /May I send.*May I erase/);
    assert.doesNotMatch(JSON.stringify(input), /allowed_decisions/);
    assert.deepEqual(payloadOf(interrupt, {type: 'confirm', input: true}), {
      decisions: [{type: 'approve'}, {type: 'approve'}],
    });
  });

  it('about a call with a schema for the answer has its shape', () => {
    const interrupt = asked(review(['approve'], 'send'), {responseSchema: approved});
    const answer = {type: 'confirm', input: true} as const;
    assert.deepEqual(payloadOf(interrupt, answer), {approved: true});
  });

  it('about a call that the user answers in its place is a text', () => {
    const interrupt = asked(review(['respond'], 'ask_user'));
    assert.deepEqual(questionOf(interrupt).inputTypes, ['text']);
    assert.deepEqual(payloadOf(interrupt, {type: 'text', input: 'Blue'}), {
      decisions: [{type: 'respond', message: 'Blue'}],
    });
  });
});

describe('the answer to an interrupt', () => {
  const cases: readonly (readonly [
    name: string,
    interrupt: object,
    inputTypes: readonly string[],
    answers: readonly (readonly [input: unknown, payload: unknown])[],
  ])[] = [
    [
      'an approval',
      {reason: 'tool_call', responseSchema: approved},
      ['confirm'],
      [
        [true, {approved: true}],
        [false, {approved: false}],
        ['Too late', {approved: false}],
      ],
    ],
    [
      'an approval with a schema for each decision',
      {reason: 'tool_call', responseSchema: either},
      ['confirm'],
      [
        [true, {approved: true}],
        ['Too late', {approved: false, reason: 'Too late'}],
      ],
    ],
    [
      'a confirmation of Agno',
      {
        reason: 'tool_call',
        responseSchema: {
          type: 'object',
          properties: {accepted: {type: 'boolean'}, note: {type: 'string'}},
        },
      },
      ['confirm'],
      [
        [true, {accepted: true}],
        ['Too late', {accepted: false, note: 'Too late'}],
      ],
    ],
    [
      'a decision with a comment',
      {
        reason: 'tool_call',
        responseSchema: {
          type: 'object',
          properties: {decision: {enum: ['approve', 'reject']}, comment: {type: 'string'}},
          required: ['decision'],
        },
      },
      ['json'],
      [
        ["Stop, don't delete it", undefined],
        [{decision: 'reject'}, {decision: 'reject'}],
      ],
    ],
    [
      'a decision with an edit',
      {
        responseSchema: {
          type: 'object',
          properties: {accept: {type: 'boolean'}, edits: {type: 'string'}},
          required: ['accept'],
        },
      },
      ['json'],
      [['Nein, lieber nicht', undefined]],
    ],
    [
      'an approval without a schema',
      {reason: 'tool_call'},
      ['confirm'],
      [[true, {approved: true}]],
    ],
    ['a confirmation without a schema', {reason: 'confirmation'}, ['confirm'], [[false, false]]],
    ['a yes or no', {responseSchema: {type: 'boolean'}}, ['confirm'], [[true, true]]],
    [
      'a yes or no of another name',
      {responseSchema: {type: 'object', properties: {sure: {type: 'boolean'}}}},
      ['confirm'],
      [[true, {sure: true}]],
    ],
    [
      'a form',
      {responseSchema: quarter},
      ['json'],
      [
        [{quarter: 'Q2'}, {quarter: 'Q2'}],
        ['{"quarter":"Q2"}', {quarter: 'Q2'}],
        ['Q1', {quarter: 'Q1'}],
        ['What?', undefined],
      ],
    ],
    [
      'a form with several fields',
      {
        responseSchema: {
          type: 'object',
          properties: {city: {type: 'string'}, zip: {type: 'string'}},
        },
      },
      ['json'],
      [
        ['Rome', undefined],
        ['["Rome"]', undefined],
        ['{"city":"Rome"}', {city: 'Rome'}],
        [{city: 'Rome'}, {city: 'Rome'}],
      ],
    ],
    [
      'a form with a number',
      {responseSchema: {type: 'object', properties: {seats: {type: 'integer'}}}},
      ['json'],
      [['two please', undefined]],
    ],
    [
      'an object of any keys',
      {responseSchema: {type: 'object'}},
      ['json'],
      [
        ['Words', undefined],
        ['{"a":1}', {a: 1}],
      ],
    ],
    [
      'one of two objects',
      {responseSchema: {anyOf: [{type: 'object'}, {type: 'null'}]}},
      ['json'],
      [['Words', undefined]],
    ],
    [
      'a number',
      {responseSchema: {type: 'number'}},
      ['json'],
      [
        ['5', 5],
        ['Five', undefined],
      ],
    ],
    [
      'a list',
      {responseSchema: {type: 'array'}},
      ['json'],
      [
        ['[1]', [1]],
        ['one', undefined],
      ],
    ],
    [
      'a text or a number',
      {responseSchema: {anyOf: [{type: 'string'}, {type: 'number'}]}},
      ['json'],
      [['5', '5']],
    ],
    [
      'a choice',
      {responseSchema: {enum: ['a', 'b']}},
      ['choice'],
      [
        ['b', 'b'],
        ['c', undefined],
      ],
    ],
    ['a text', {responseSchema: {type: 'string'}}, ['text'], [['Words', 'Words']]],
    [
      'one of two values that are no texts',
      {responseSchema: {oneOf: [{const: true, title: 'Approve'}, {const: false}]}},
      ['confirm'],
      [
        [true, true],
        ['No, stop', false],
      ],
    ],
    [
      'an enumerated yes or no',
      {responseSchema: {type: 'object', properties: {sure: {enum: [true, false]}}}},
      ['confirm'],
      [
        [true, {sure: true}],
        ['false', {sure: false}],
      ],
    ],
    [
      'a choice between numbers',
      {responseSchema: {enum: [1, 2]}},
      ['json'],
      [
        [2, 2],
        ['2', 2],
      ],
    ],
    ['anything', {reason: 'input_required'}, ['text'], [['Words', 'Words']]],
  ];
  for (const [name, given, inputTypes, answers] of cases) {
    it(`has the shape that it asks for: ${name}`, () => {
      const interrupt = {id: 'i', ...given};
      assert.deepEqual(questionOf(interrupt).inputTypes, inputTypes);
      for (const [input, payload] of answers) {
        assert.deepEqual(payloadOf(interrupt, {type: 'text', input}), payload);
      }
    });
  }

  const decision = {enum: ['approve', 'reject']};
  for (const responseSchema of [
    {type: 'object', properties: {decision}},
    {type: 'object', properties: {decision: {type: 'string', ...decision}}},
    {type: 'object', properties: {allow: {type: 'boolean'}, always: {type: 'boolean'}}},
    {type: ['boolean', 'null']},
    {$ref: '#/$defs/a', $defs: {a: {type: 'boolean'}}},
    decision,
  ]) {
    it(`is cancelled by words instead of a decision: ${JSON.stringify(responseSchema)}`, () => {
      const interrupt = {id: 'i', reason: 'confirmation', responseSchema};
      for (const input of ['No, stop', 'approve', 'yes', 'true']) {
        assert.equal(payloadOf(interrupt, {type: 'text', input}), undefined);
      }
    });
  }

  it('is no consent by the word for it, whatever the interrupt is about', () => {
    for (const responseSchema of [
      {type: ['boolean', 'null']},
      {anyOf: [{type: 'boolean'}, {type: 'null'}]},
    ]) {
      const interrupt = {id: 'i', reason: 'input', responseSchema};
      assert.equal(payloadOf(interrupt, {type: 'text', input: 'true'}), undefined);
      assert.equal(payloadOf(interrupt, {type: 'json', input: true}), true);
    }
  });

  it('is no decision by an object that was typed, and no object where a text is asked', () => {
    const typed = '{"accept":true,"always":true,"decision":"approve"}';
    const flags = {accept: {type: 'boolean'}, always: {type: 'boolean'}, note: {type: 'string'}};
    for (const properties of [flags, {decision: {enum: ['approve', 'reject']}}]) {
      const responseSchema = {type: 'object', properties};
      const interrupt = {id: 'i', reason: 'tool_call', responseSchema};
      const payload = payloadOf(interrupt, {type: 'text', input: typed});
      assert.ok(payload === undefined || JSON.stringify(payload) === JSON.stringify({note: typed}));
    }
    const words = {id: 'i', reason: 'input', responseSchema: {type: 'string'}};
    assert.equal(payloadOf(words, {type: 'text', input: typed}), typed);
    const form = {id: 'i', responseSchema: {type: 'object', properties: {n: {type: 'number'}}}};
    assert.deepEqual(payloadOf(form, {type: 'text', input: '{"n":1}'}), {n: 1});
  });

  it('is no decision by words, also if the schema keeps what it asks for elsewhere', () => {
    const flag = {type: 'boolean'};
    const consent = {type: 'object', properties: {ok: flag}, required: ['ok']};
    const noted = {note: {type: 'string'}, ok: {$ref: '#/$defs/flag'}};
    for (const schema of [
      {$ref: '#/definitions/a/consent', definitions: {a: {consent}}},
      {allOf: [{$ref: '#/$defs/consent'}], $defs: {consent}},
      {anyOf: [{$ref: '#/$defs/consent'}, {type: 'null'}], $defs: {consent}},
      {type: 'object', properties: noted, required: ['ok', 'note'], $defs: {flag}},
      {$ref: '#/$defs/unknown'},
      {$ref: 'https://example.com/consent.json'},
      {$ref: '#/$defs/self', $defs: {self: {anyOf: [{$ref: '#/$defs/self'}, consent]}}},
    ]) {
      const interrupt = {id: 'i', reason: 'review', responseSchema: schema};
      const words = {type: 'text', input: 'hold on'} as const;
      assert.equal(payloadOf(interrupt, words), undefined, JSON.stringify(schema));
      const form = {type: 'json', input: {ok: true}} as const;
      assert.deepEqual(payloadOf(interrupt, form), {ok: true});
      assert.equal(permitsNothing(interrupt, form), false);
    }
  });

  it('has the words as its only text beside references that are no decision', () => {
    const $defs = {
      Priority: {type: 'string', enum: ['low', 'high']},
      Options: {type: 'object', properties: {verbose: {type: 'boolean'}}},
      Flag: {type: 'boolean'},
    };
    const text = {anyOf: [{type: 'string'}, {type: 'null'}]};
    for (const [other, isTaken] of [
      [{$ref: '#/$defs/Priority'}, true],
      [{allOf: [{$ref: '#/$defs/Priority'}], default: 'low'}, true],
      [{type: 'array', items: {$ref: '#/$defs/Priority'}}, true],
      [{$ref: '#/$defs/Options'}, true],
      [{$ref: '#'}, true],
      [{$ref: '#/$defs/Flag'}, false],
      [{anyOf: [{$ref: '#/$defs/Flag'}, {type: 'null'}]}, false],
      [{allOf: [{type: 'boolean'}]}, false],
      [{$ref: '#/$defs/Other'}, false],
      [{$ref: 'other.json'}, false],
      [{$ref: '#/$defs/__proto__'}, false],
    ] as const) {
      const responseSchema = {
        type: 'object',
        properties: {answer: text, other},
        required: ['answer', 'other'],
        $defs,
      };
      const interrupt = {id: 'i', reason: 'input_required', responseSchema};
      const words = {type: 'text', input: 'The blue one'} as const;
      const expected = isTaken ? {answer: 'The blue one'} : undefined;
      assert.deepEqual(payloadOf(interrupt, words), expected, JSON.stringify(other));
    }
  });

  it('is a choice that is typed in another case, if it is exactly one', () => {
    for (const [choices, input, payload] of [
      [['Rome', 'Paris'], 'rome', 'Rome'],
      [['Rome', 'Paris'], 'PARIS', 'Paris'],
      [['Rome', 'Paris'], 'Rome, please', undefined],
      [['a', 'A'], 'a', 'a'],
      [['bc', 'BC'], 'Bc', undefined],
    ] as const) {
      const answer = {type: 'text', input};
      const interrupt = {id: 'i', reason: 'input_required', responseSchema: {enum: choices}};
      assert.equal(payloadOf(interrupt, answer), payload, input);
      const city = {type: 'string', enum: choices};
      const responseSchema = {type: 'object', properties: {city}};
      const expected = payload === undefined ? undefined : {city: payload};
      assert.deepEqual(payloadOf({...interrupt, responseSchema}, answer), expected, input);
      // A decision is no choice.
      assert.equal(payloadOf({...interrupt, reason: 'tool_call'}, answer), undefined, input);
    }
  });

  it('has the words where references have codes, name a part of a list, or a definition twice', () => {
    const text = {type: 'string'};
    const $defs = {'Te/xt': text, 'My ~Text': text, '%': text, Text: text, One: {oneOf: [text]}};
    for (const schema of [
      {$ref: '#/$defs/Te~1xt'},
      {$ref: '#/$defs/My%20~0Text'},
      {$ref: '#/$defs/%'},
      {$ref: '#/$defs/One/oneOf/0'},
      {allOf: [{$ref: '#/$defs/Text'}, {$ref: '#/$defs/Text'}]},
    ]) {
      const interrupt = {id: 'i', reason: 'input_required', responseSchema: {...schema, $defs}};
      assert.equal(payloadOf(interrupt, {type: 'text', input: 'Rome'}), 'Rome');
    }
    const names = Array.from({length: 40}, (_, at) => `d${at}`);
    const doubled = names.map((name, at) => {
      const next = {$ref: `#/$defs/d${at + 1}`};
      return [name, {anyOf: [next, next]}] as const;
    });
    const responseSchema = {
      $ref: '#/$defs/d0',
      $defs: {...Object.fromEntries(doubled), d40: {type: 'number'}},
    };
    assert.equal(payloadOf({id: 'i', responseSchema}, {type: 'text', input: 'Rome'}), undefined);
  });

  it('has the words as the answer where a text may be meant', () => {
    const text = {type: 'string'};
    const city = {type: 'object', properties: {city: {anyOf: [text, {type: 'null'}]}}};
    for (const [responseSchema, payload] of [
      [{$ref: '#/$defs/name', $defs: {name: text}}, 'Rome'],
      [{allOf: [text]}, 'Rome'],
      [{anyOf: [{$ref: '#/$defs/name'}, {type: 'null'}], $defs: {name: text}}, 'Rome'],
      [city, {city: 'Rome'}],
    ] as const) {
      const interrupt = {id: 'i', responseSchema};
      assert.deepEqual(payloadOf(interrupt, {type: 'text', input: 'Rome'}), payload);
    }
    const form = {type: 'object', properties: {a: {type: 'number'}, b: {type: 'number'}}};
    const interrupt = {id: 'i', responseSchema: form};
    assert.equal(payloadOf(interrupt, {type: 'text', input: 'null'}), undefined);
  });

  it('is no yes to a flag beside a choice', () => {
    const properties = {decision: {enum: ['approve', 'reject']}, remember: {type: 'boolean'}};
    const interrupt = {id: 'i', reason: 'tool_call', responseSchema: {type: 'object', properties}};
    assert.deepEqual(questionOf(interrupt).inputTypes, ['json']);
  });

  it('has the words as the reason, if that is the only text', () => {
    const properties = {decision: {type: 'string', ...decision}, reason: {type: 'string'}};
    const interrupt = {id: 'i', reason: 'tool_call', responseSchema: {type: 'object', properties}};
    assert.deepEqual(payloadOf(interrupt, {type: 'text', input: 'No'}), {reason: 'No'});
    const chosen = {decision: 'approve'};
    assert.deepEqual(payloadOf(interrupt, {type: 'json', input: chosen}), chosen);
  });
});
