/** How an answer ends early, as the text of the message requests it. */
export interface StopScenario {
  /** Characters of text after which the answer is cut (`max_tokens`). */
  readonly maxCharacters: number;
  /** The answer is paused after the first tool call. */
  readonly pauses: boolean;
  readonly refuses: boolean;
  /** Reasoning is sent as `redacted_thinking`. */
  readonly redactsThinking: boolean;
}

export function stopScenarioFor(text: string): StopScenario {
  return {
    maxCharacters: /cut (it|the answer)|max.?tokens/i.test(text) ? 60 : Infinity,
    pauses: /\bpause\b/i.test(text),
    refuses: /\brefuse\b/i.test(text),
    redactsThinking: /\bsecret/i.test(text),
  };
}
