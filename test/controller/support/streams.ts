/** The shortest complete answers of the protocols: the data of each frame. */
export const streams: Readonly<Record<string, readonly (object | string)[]>> = {
  ubik: [
    {type: 'agent_processing_started', session_id: 's', task_id: 't'},
    {type: 'agent_step_started', step: 1, description: 'Answer', single_step_agent: true},
    {type: 'response_chunk', step: 1, content: 'Hello there.'},
    {type: 'agent_processing_complete', content: 'Hello there.'},
  ],
  anthropic: [
    {
      type: 'message_start',
      message: {id: 'm', type: 'message', role: 'assistant', content: [], stop_reason: null},
    },
    {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
    {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'Hello there.'}},
    {type: 'content_block_stop', index: 0},
    {type: 'message_delta', delta: {stop_reason: 'end_turn'}, usage: {output_tokens: 3}},
    {type: 'message_stop'},
  ],
  'openai-chat': [
    {object: 'chat.completion.chunk', choices: [{index: 0, delta: {content: 'Hello '}}]},
    {object: 'chat.completion.chunk', choices: [{index: 0, delta: {content: 'there.'}}]},
    {object: 'chat.completion.chunk', choices: [{index: 0, delta: {}, finish_reason: 'stop'}]},
    '[DONE]',
  ],
  openai: [
    {type: 'response.created', response: {id: 'r', status: 'in_progress', output: []}},
    {
      type: 'response.output_text.delta',
      item_id: 'i',
      output_index: 0,
      content_index: 0,
      delta: 'Hello there.',
    },
    {
      type: 'response.completed',
      response: {
        id: 'r',
        status: 'completed',
        output: [
          {
            type: 'message',
            id: 'i',
            role: 'assistant',
            content: [{type: 'output_text', text: 'Hello there.', annotations: []}],
          },
        ],
      },
    },
  ],
  'ai-sdk': [
    {type: 'start', messageId: 'm'},
    {type: 'text-start', id: 't'},
    {type: 'text-delta', id: 't', delta: 'Hello there.'},
    {type: 'text-end', id: 't'},
    {type: 'finish'},
    '[DONE]',
  ],
  'ag-ui': [
    {type: 'RUN_STARTED', threadId: 't', runId: 'r'},
    {type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant'},
    {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hello there.'},
    {type: 'TEXT_MESSAGE_END', messageId: 'm'},
    {type: 'RUN_FINISHED', threadId: 't', runId: 'r'},
  ],
};

/** An answer without what ends it: the reason, the final event, `[DONE]`. */
export function unfinished(protocol: string): readonly (object | string)[] {
  const events = (streams[protocol] ?? []).filter(event => event !== '[DONE]');
  return events.slice(0, protocol === 'anthropic' ? -2 : -1);
}

/** The body of an event stream. */
export const bodyOf = (events: readonly (object | string)[]): string =>
  events
    .map(event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    .join('');
