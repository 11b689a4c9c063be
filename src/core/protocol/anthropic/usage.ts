import type {AnthropicMessage} from './events.js';
import {asNumber, asRecord} from '../../values.js';
import type {Usage} from '../../model/item.js';

/** The total usage of the messages of a run. Input tokens include those read from and written to a cache. */
export function usageOf(messages: readonly AnthropicMessage[]): Usage | undefined {
  const usages = messages.map(message => asRecord(message['usage']));
  if (usages.every(usage => Object.keys(usage).length === 0)) return undefined;
  const sum = (...counters: readonly string[]): number =>
    usages
      .flatMap(usage => counters.map(counter => asNumber(usage[counter]) ?? 0))
      .reduce((total, count) => total + count, 0);
  const inputTokens = sum('input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens');
  const outputTokens = sum('output_tokens');
  return {inputTokens, outputTokens, totalTokens: inputTokens + outputTokens};
}
