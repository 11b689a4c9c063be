import {asRecord, asText, idOf} from '../../values.js';
import {hasSameEntries, readItem, readMessage} from './read-item.js';
import type {ReportEntry} from '../types.js';

/** Lists that a page, or its own protocol or store, may give in another shape. */
const lists: Readonly<
  Record<
    string,
    {
      readonly field: string;
      readonly entry: string;
      /** The entry without what cannot be displayed; the same value if that is nothing. */
      readonly read: (value: unknown) => unknown;
    }
  >
> = {
  conversation: {field: 'children', entry: 'items', read: readItem},
  history: {field: 'messages', entry: 'items of the kind `message`', read: readMessage},
  sessions: {
    field: 'sessions',
    entry: 'sessions with the text `id`',
    read: value => (asText(asRecord(value)['id']) === undefined ? undefined : value),
  },
};

/**
 * The result of an operation, without the entries of its list that cannot be displayed, which are reported. Throws a `TypeError` with what was
 * expected if the result has no list, or a new session no id, without which no request could name it.
 */
export function readableResult<Out>(operation: string, result: Out, report: ReportEntry): Out {
  if (operation === 'create' && !idOf(asRecord(result)['id']))
    throw new TypeError('a session with the text `id`');
  const list = lists[operation];
  if (!list) return result;
  const {field, entry, read} = list;
  const expected = `a result with \`${field}\`, a list of ${entry}`;
  const entries = asRecord(result)[field];
  if (!Array.isArray(entries)) throw new TypeError(expected);
  const readable = entries.flatMap(value => read(value) ?? []);
  if (hasSameEntries(readable, entries)) return result;
  report(
    expected,
    entries.find(value => read(value) !== value),
  );
  return {...result, [field]: readable};
}
