import {anthropic, foldFrames} from 'ubik-chat/core';

const events = messageId => [
  {type: 'message_start', message: {id: messageId, role: 'assistant', content: []}},
  {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
  {
    type: 'content_block_delta',
    index: 0,
    delta: {type: 'text_delta', text: '# Today\n\nIt is **sunny** in Lisbon.\n\n    24 °C'},
  },
  {type: 'content_block_stop', index: 0},
  {type: 'message_delta', delta: {stop_reason: 'end_turn'}},
  {type: 'message_stop'},
];

const conversations = Array.from({length: 12}, (_, index) => {
  const frames = events(`message-${index}`);
  return foldFrames(
    anthropic,
    frames.map(event => ({event: event.type, data: JSON.stringify(event)})),
  );
});

/** More answers than a chat has room for. */
export const conversation = {
  ...conversations[0],
  children: conversations.flatMap(({children}, index) =>
    children.map(item => ({...item, id: `answer-${index}`})),
  ),
};
