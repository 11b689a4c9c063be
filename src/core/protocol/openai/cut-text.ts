// A text that was cut, and the text of a later stream that continues it.
import type {Item, TextItem} from '../../model/item.js';

/** The text that items begin with, apart from reasoning. */
export function firstText(items: readonly Item[]): TextItem | undefined {
  const first = items.find(({kind}) => kind !== 'thinking');
  return first?.kind === 'text' ? first : undefined;
}

/** The beginning of a text, with its marks. */
export function shortened(item: TextItem, length: number): TextItem {
  const marks = item.marks?.filter(({offset}) => offset <= length);
  return {...item, text: item.text.slice(0, length), ...(marks && {marks})};
}

/** The items with the rest of a cut text in its item, and not in one of its own. */
export const joined = (items: readonly Item[], cut: TextItem, rest: TextItem): readonly Item[] =>
  items
    .filter(item => item !== rest)
    .map(item => (item.id === cut.id ? joinTexts(cut, rest) : item));

function joinTexts(cut: TextItem, rest: TextItem): TextItem {
  const {length} = cut.text;
  const added = (rest.marks ?? []).map(mark => ({...mark, offset: mark.offset + length}));
  const marks = [...(cut.marks ?? []), ...added];
  const text = cut.text + rest.text;
  return {...cut, status: rest.status, text, ...(marks.length > 0 && {marks})};
}
