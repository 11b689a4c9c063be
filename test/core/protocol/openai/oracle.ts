import {accumulateResponse as accumulate7} from 'openai/lib/responses/ResponseAccumulator';
import {accumulateResponse as accumulate6} from 'openai6/lib/responses/ResponseAccumulator';
import type {EventData} from './stream.js';

type Event7 = Parameters<typeof accumulate7>[0];
type Event6 = Parameters<typeof accumulate6>[0];

/** The response that the official packages accumulate from events: versions 7 and 6. */
export function official(events: readonly EventData[]): {
  readonly seven: unknown;
  readonly six: unknown;
} {
  let seven: ReturnType<typeof accumulate7> | undefined;
  let six: ReturnType<typeof accumulate6> | undefined;
  for (const event of structuredClone(events)) {
    seven = accumulate7(event as unknown as Event7, seven);
  }
  for (const event of structuredClone(events)) six = accumulate6(event as unknown as Event6, six);
  return {seven, six};
}
