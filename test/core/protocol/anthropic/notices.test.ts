import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CONTINUABLE, noticeOf} from '../../../../src/core/protocol/anthropic/notices.js';
import type {
  AnthropicBlock,
  AnthropicMessage,
} from '../../../../src/core/protocol/anthropic/events.js';

const answer: AnthropicBlock = {type: 'text', text: 'Yes.'};

const message = (
  reason: string | null,
  content: readonly AnthropicBlock[] = [answer],
  fields: object = {},
): AnthropicMessage => ({id: 'msg_1', content, stop_reason: reason, ...fields});

describe('noticeOf', () => {
  const reasons: readonly (readonly [reason: string | null, code: string | undefined])[] = [
    ['end_turn', undefined],
    ['stop_sequence', undefined],
    ['tool_use', undefined],
    [null, undefined],
    ['', undefined],
    ['a reason of the future', undefined],
    ['toString', undefined],
    ['__proto__', undefined],
    ['max_tokens', 'max_tokens'],
    ['model_context_window_exceeded', 'model_context_window_exceeded'],
    ['refusal', 'refusal'],
    ['pause_turn', 'pause_turn'],
    ['compaction', 'pause_turn'],
  ];
  for (const [reason, code] of reasons) {
    it(`returns ${code ?? 'nothing'} for ${JSON.stringify(reason)}`, () => {
      assert.equal(noticeOf(message(reason))?.code, code);
    });
  }

  it('contains the reason, if it is reported', () => {
    const details = (stop_details: unknown): unknown =>
      noticeOf(message('refusal', [answer], {stop_details}));
    assert.deepEqual(details({explanation: 'Policy'}), {code: 'refusal', text: 'Policy'});
    for (const odd of [undefined, null, 'x', {}, {explanation: 7}]) {
      assert.deepEqual(details(odd), {code: 'refusal'});
    }
  });

  const contents: readonly (readonly [
    title: string,
    content: AnthropicBlock[],
    silent: boolean,
  ])[] = [
    ['nothing', [], true],
    ['blank words', [{type: 'text', text: ' \n'}], true],
    ['a text that is none', [{type: 'text', text: 7}], true],
    ['thoughts alone', [{type: 'thinking', thinking: 'hm'}], true],
    ['words', [answer], false],
    ['a call', [{type: 'tool_use', id: 'a'}], false],
    ['a result', [{type: 'web_search_tool_result'}], false],
    ['a file', [{type: 'container_upload'}], false],
    ['thoughts and words', [{type: 'thinking'}, answer], false],
  ];
  for (const [title, content, silent] of contents) {
    it(`reports ${silent ? 'that there is no answer' : 'nothing'} for a message of ${title}`, () => {
      assert.equal(noticeOf(message('end_turn', content))?.code, silent ? 'no_answer' : undefined);
    });
  }

  it('reports how it ended before it reports that it is empty', () => {
    assert.equal(noticeOf(message('max_tokens', []))?.code, 'max_tokens');
  });
});

describe('GOES_ON', () => {
  it('is for answers that another request continues', () => {
    assert.deepEqual([...CONTINUABLE], ['max_tokens', 'pause_turn', 'compaction']);
  });
});
