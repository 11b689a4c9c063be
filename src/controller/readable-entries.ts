import {isMessage} from './messages.js';
import {asRecord, asText} from '../core/protocol/decode.js';
import type {ReportEntry} from '../core/protocol/types.js';

/** The lists in the results of operations, which a page's own protocol or store may return in another shape. */
const lists: Readonly<
  Record<
    string,
    {
      readonly field: string;
      readonly entry: string;
      readonly isEntry: (value: unknown) => boolean;
    }
  >
> = {
  history: {field: 'messages', entry: 'items of the kind `message`', isEntry: isMessage},
  sessions: {
    field: 'sessions',
    entry: 'sessions with the text `id`',
    isEntry: value => asText(asRecord(value)['id']) !== undefined,
  },
};

/**
 * The result of an operation without the entries of its list that cannot be displayed, which are reported. Throws a
 * `TypeError` with what was expected if the result has no list.
 */
export function withReadableEntries<Out>(operation: string, result: Out, report: ReportEntry): Out {
  const list = lists[operation];
  if (!list) return result;
  const {field, entry, isEntry} = list;
  const expected = `a result with \`${field}\`, a list of ${entry}`;
  const entries = asRecord(result)[field];
  if (!Array.isArray(entries)) throw new TypeError(expected);
  const readable = entries.filter(isEntry);
  if (readable.length === entries.length) return result;
  report(
    expected,
    entries.find(value => !isEntry(value)),
  );
  return {...result, [field]: readable};
}
