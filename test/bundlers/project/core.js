import {foldFrames, parseFrames, toMarkdown, ubik} from 'ubik-chat/core';

const stream = [
  {type: 'agent_processing_started', run_id: 'r'},
  {type: 'response_chunk', content: 'Folded.'},
  {type: 'agent_processing_complete', result: {status: 'completed'}},
].map(
  (event, at) => `data: ${JSON.stringify({timestamp: `2026-01-01T00:00:0${at}Z`, ...event})}\n\n`,
);
const [message] = foldFrames(ubik, parseFrames(stream.join(''))).children;
console.log(toMarkdown(message).trim());
