/** How an answer ends otherwise than by itself, if the user asks for it in words. */
export interface Manners {
  /** Characters of text after which it is cut. */
  readonly limit: number;
  /** It is paused after its first call. */
  readonly pauses: boolean;
  readonly refuses: boolean;
  /** What it thinks is not shown. */
  readonly secret: boolean;
}

export function mannersIn(text: string): Manners {
  return {
    limit: /cut (it|the answer)|max.?tokens/i.test(text) ? 60 : Infinity,
    pauses: /\bpause\b/i.test(text),
    refuses: /\brefuse\b/i.test(text),
    secret: /\bsecret/i.test(text),
  };
}
