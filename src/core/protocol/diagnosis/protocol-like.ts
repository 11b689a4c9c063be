/**
 * What the events of the protocols look like in the description of a received event (`describeEvent`): the name of the
 * event, the names of its fields, and the values of `type` and `object`.
 */
const signs: readonly (readonly [name: string, sign: RegExp])[] = [
  ['openai-chat', /chat\.completion|\{(.*, )?choices[,}"]|"choices/],
  ['openai', /"response\.[a-z_.]+"|event response\./],
  [
    'anthropic',
    /"(message_start|message_delta|message_stop|content_block_\w+)"|event (message_start|content_block_)/,
  ],
  ['ag-ui', /"(RUN|TEXT_MESSAGE|TOOL_CALL|STEP|STATE|MESSAGES|REASONING|THINKING)_[A-Z_]+"/],
  [
    'ai-sdk',
    /"(start|start-step|text-start|text-delta|reasoning-start|tool-input-\w+|message-metadata|finish-step)"/,
  ],
  ['ubik', /"(agent_\w+|response_chunk|response_stream_start|connection_established)"/],
  ['aishu', /\{(?=.*\baction\b)(?=.*\bkey\b)(?=.*\bcontent\b)/],
];

/** The name of the built-in protocol that a received event looks like; `undefined` if it is none of them. */
export function protocolLike(received: string): string | undefined {
  const text = received.replaceAll('\\"', '"');
  return signs.find(([, sign]) => sign.test(text))?.[0];
}
