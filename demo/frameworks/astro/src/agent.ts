import type {Frame, ToolItem} from 'ubik-chat';

/** A scripted agent that needs no server. */
export async function* agent(): AsyncGenerator<Frame> {
  const result = {type: 'web_search_result', title: 'Sunny', url: 'https://example.com/'};
  const events = [
    {type: 'message_start', message: {id: 'm', role: 'assistant', content: []}},
    {
      type: 'content_block_start',
      index: 0,
      content_block: {type: 'server_tool_use', id: 's', name: 'web_search', input: {}},
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: {type: 'input_json_delta', partial_json: '{"query": "weather in Lisbon"}'},
    },
    {type: 'content_block_stop', index: 0},
    {
      type: 'content_block_start',
      index: 1,
      content_block: {type: 'web_search_tool_result', tool_use_id: 's', content: [result]},
    },
    {type: 'content_block_stop', index: 1},
    {type: 'content_block_start', index: 2, content_block: {type: 'text', text: ''}},
    {
      type: 'content_block_delta',
      index: 2,
      delta: {type: 'text_delta', text: 'It is sunny in Lisbon.'},
    },
    {type: 'content_block_stop', index: 2},
    {type: 'message_delta', delta: {stop_reason: 'end_turn'}},
    {type: 'message_stop'},
  ];
  for (const event of events) yield {event: event.type, data: JSON.stringify(event)};
}

/** The query of a search; its input may be incomplete. */
export const queryOf = ({input}: ToolItem): string => /"query":\s*"([^"]*)/.exec(input)?.[1] ?? '';
