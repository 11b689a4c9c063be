import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  agUi,
  aishu,
  aiSdk,
  anthropic,
  createProtocol,
  emptyConversation,
  openai,
  openaiChat,
  reduce,
  toMarkdown,
  ubik,
  type Protocol,
} from '../../../src/core/index.js';

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
    'openai-chat',
    openaiChat,
    [
      `{"choices":[{"delta":{"content":${deep},"reasoning_details":[{"type":${deep}}],"audio":${deep}}}]}`,
      `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","extra_content":${deep},"function":{"name":"t","arguments":{"a":${deep}}}}]}}]}`,
      `{"choices":[{"delta":{"executed_tools":[{"index":0,"type":"search","output":${deep},"search_results":{"results":[{"url":${deep}}]}}]}}]}`,
      `{"choices":[{"delta":{"annotations":[{"url_citation":${deep}}],"function_call":{"arguments":${deep}}}}]}`,
      `{"choices":[{"delta":{"role":"tool","tool_call_id":"1","content":${deep}}}],"usage":{"prompt_tokens":${deep}},"citations":${deep}}`,
      `{"error":{"message":${deep},"code":${deep}}}`,
    ],
  ],
  [
    'openai',
    openai,
    [
      `{"type":"response.created","response":{"id":"r","output":[{"type":"x_call","action":${deep}}],"usage":${deep}}}`,
      `{"type":"response.output_item.added","output_index":1,"item":{"type":"message","content":[{"type":"output_text","text":"a","annotations":[{"type":"url_citation","url":${deep}}]},{"type":${deep}}]}}`,
      `{"type":"response.output_text.delta","output_index":1,"delta":${deep}}`,
      `{"type":"response.output_text.annotation.added","output_index":1,"annotation":{"type":"file_citation","file_id":${deep}}}`,
      `{"type":"response.function_call_arguments.delta","output_index":2,"delta":{"a":${deep}}}`,
      `{"type":"response.output_item.done","output_index":2,"item":{"type":"function_call","call_id":"1","name":"t","arguments":{"a":${deep}}}}`,
      `{"type":"response.output_item.done","output_index":3,"item":{"type":"function_call_output","call_id":"1","output":${deep}}}`,
      `{"type":"response.output_item.done","output_index":4,"item":{"type":"mcp_call","name":"t","error":${deep}}}`,
      `{"type":"response.output_item.done","output_index":5,"item":{"type":"mcp_approval_request","id":"a","name":"t","arguments":${deep}}}`,
      `{"type":"response.output_item.done","output_index":6,"item":{"type":"web_search_call","action":{"sources":${deep}}}}`,
      `{"type":"response.completed","response":{"output":[{"type":"shell_call","action":{"commands":${deep}}}]}}`,
    ],
  ],
  [
    'ag-ui',
    agUi,
    [
      `{"type":"RUN_STARTED","runId":"r","input":${deep}}`,
      `{"type":"TEXT_MESSAGE_START","messageId":"m","metadata":{"a":${deep}}}`,
      `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"Hi"}`,
      `{"type":"TOOL_CALL_START","toolCallId":"1","toolCallName":"t"}`,
      `{"type":"TOOL_CALL_RESULT","toolCallId":"1","messageId":"x","content":{"a":${deep}}}`,
      `{"type":"STATE_SNAPSHOT","snapshot":${deep}}`,
      `{"type":"STATE_DELTA","delta":[{"op":"test","path":"","value":${deep}}]}`,
      `{"type":"ACTIVITY_SNAPSHOT","messageId":"a","activityType":"A","content":{"a":${deep}}}`,
      `{"type":"CUSTOM","name":"on_interrupt","value":${deep}}`,
      `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"assistant","content":${deep}},{"id":"c","role":"assistant","toolCalls":[{"id":"9","function":{"name":"t","arguments":${deep}}}]}]}`,
      `{"type":"RUN_FINISHED","outcome":{"type":"interrupt","interrupts":[{"id":"i","toolCallId":"1","responseSchema":{"oneOf":${deep}}}]}}`,
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
