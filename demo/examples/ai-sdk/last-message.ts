import type {UIMessage} from 'ai';

export interface LastMessageBody {
  readonly id: string;
  readonly message: UIMessage;
  /** The answer before it, if the page has ended calls in it that were open. */
  readonly settled?: UIMessage;
}

/** The conversation for the model: the stored messages, up to the one of the request. */
export function conversationOf(
  stored: readonly UIMessage[],
  {message, settled}: LastMessageBody,
): UIMessage[] {
  const known = stored.map(old => (old.id === settled?.id ? settled : old));
  // An answer that goes on, an edited message, or the one before an answer that is regenerated.
  const at = known.findIndex(({id}) => id === message.id);
  return [...known.slice(0, at < 0 ? undefined : at), message];
}
