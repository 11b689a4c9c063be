import type {ResponseState} from './response.js';
import {asRecord} from '../../values.js';
import type {Item} from '../../model/item.js';

/** The reason of a response that was cut by its length. */
export const CUT = 'max_output_tokens';

/** Why a response is incomplete, by the codes of the notices. */
const codes = new Map<unknown, string>([
  [CUT, 'max_tokens'],
  ['content_filter', 'refusal'],
]);

/** The code of the notice about the end of a response, if it needs one. `items`: what the message displays. */
export function noticeOf(response: ResponseState, items: readonly Item[]): string | undefined {
  const reason = codes.get(asRecord(response.head['incomplete_details'])['reason']);
  if (reason !== undefined) return reason;
  const isRefused = response.items.some(({item}) =>
    item.parts('content').some(([, part]) => part['type'] === 'refusal'),
  );
  if (isRefused) return 'refusal';
  return items.every(({kind}) => kind === 'thinking' || kind === 'source')
    ? 'no_answer'
    : undefined;
}
