import 'ubik-chat';

// An agent in the page with a lazy-loaded protocol. Its answer contains HTML, which loads the sanitizer.
const answer = 'Read <a href="https://example.com/">this</a>.';
const events = [
  {type: 'message_start', message: {id: 'm', role: 'assistant', content: []}},
  {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
  {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: answer}},
  {type: 'content_block_stop', index: 0},
  {type: 'message_delta', delta: {stop_reason: 'end_turn'}},
  {type: 'message_stop'},
];

const chat = document.querySelector('ubik-chat');
chat.storage = null;
chat.protocol = 'anthropic';
chat.transport = async function* () {
  for (const event of events) yield {event: event.type, data: JSON.stringify(event)};
};
await chat.send('Where can I read more?');
