import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  aishu,
  aiSdk,
  anthropic,
  createProtocol,
  emptyConversation,
  reduce,
  toMarkdown,
  ubik,
} from '../../../src/core/index.js';
import type {Protocol} from '../../../src/core/index.js';

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/** Frames in which a value is nested deeper than the stack of calls. */
const frames: readonly (readonly [name: string, protocol: Protocol, data: readonly string[]])[] = [
  [
    'ubik',
    ubik,
    [
      '{"type":"response_chunk","content":"<<TOOL_STEP_START/t:1>>"}',
      ...['tool_update', 'tool_partial_update', 'tool_input_required', 'tool_end'].map(
        type => `{"type":"${type}","tool_execution_id":"1","data":${deep},"tool_input":${deep}}`,
      ),
      `{"type":"agent_processing_complete","result":${deep}}`,
    ],
  ],
  [
    'anthropic',
    anthropic,
    [
      '{"type":"message_start","message":{"id":"m","role":"assistant","content":[]}}',
      ...['tool_use', 'server_tool_use', 'web_search_tool_result', 'text', 'thinking'].map(
        (type, index) =>
          `{"type":"content_block_start","index":${index},"content_block":{"type":"${type}","id":"${type}","tool_use_id":"server_tool_use","name":"n","input":{"a":${deep}},"content":{"a":${deep}}}}`,
      ),
      '{"type":"message_stop"}',
    ],
  ],
  [
    'aishu',
    aishu,
    [
      '{"seq_id":1,"key":["conversation_id"],"action":"upsert","content":"c"}',
      ...['message', 'progress'].map(
        (field, index) =>
          `{"seq_id":${index + 2},"key":["message","content","middle_answer","${field}"],"action":"upsert","content":[{"stage":"skill","skill_info":{"name":"n","args":[{"name":"a","value":${deep}}]},"answer":${deep}}]}`,
      ),
      `{"seq_id":9,"key":["message"],"action":"upsert","content":{"content":{"middle_answer":{"progress":[{"stage":"skill","skill_info":{"name":"n"},"answer":${deep}}]}}}}`,
    ],
  ],
  [
    'ai-sdk',
    aiSdk,
    [
      `{"type":"start","messageMetadata":${deep.replaceAll('[', '{"a":[').replaceAll(']', ']}')}}`,
      `{"type":"message-metadata","messageMetadata":{"a":${deep}}}`,
      `{"type":"tool-input-available","toolCallId":"1","toolName":"t","input":${deep}}`,
      `{"type":"tool-approval-request","approvalId":"a","toolCallId":"1"}`,
      `{"type":"tool-output-available","toolCallId":"1","output":${deep}}`,
      `{"type":"data-own","id":"1","data":${deep}}`,
      `{"type":"text-start","id":"0","providerMetadata":${deep}}`,
      '{"type":"finish"}',
    ],
  ],
  [
    'createProtocol',
    createProtocol({
      name: 'own',
      send: () => ({method: 'POST', path: 'chat'}),
      read: ({data}, answer) => answer.call('t', 'tool', JSON.parse(data)),
    }),
    [deep],
  ],
];

describe('a value that is nested deeper than the stack', () => {
  for (const [name, protocol, data] of frames) {
    it(`makes no decoder throw: ${name}`, () => {
      const decoder = protocol.createDecoder({run: 'run', report: () => undefined});
      const ops = data.flatMap(one => decoder.decode({data: one}));
      const conversation = reduce(emptyConversation, ops);
      assert.equal(typeof conversation.children.map(item => toMarkdown(item)).join(''), 'string');
    });
  }
});
