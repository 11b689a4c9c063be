import type {Declarations, Declared} from './declarations.js';
import {escape} from './escape.js';
import {slug} from './markdown.js';
import type {ElementPage} from './reference.js';

/** A type of the reference. */
export interface TypeEntry extends Declared {
  /** The fragment of its heading. */
  readonly id: string;
  /** The page with the type, in the folder `api`. */
  readonly page: string;
}

/** A page of types. */
export interface TypePage {
  readonly path: string;
  readonly title: string;
  /** Whether a type is on this page; the first page that accepts it has it. */
  readonly accepts: (type: Declared) => boolean;
}

export const typePages: readonly TypePage[] = [
  {
    path: 'types-events.html',
    title: 'Types of events',
    accepts: ({name}) => name.endsWith('Event'),
  },
  {
    path: 'types-protocols.html',
    title: 'Types of protocols',
    accepts: ({file}) => file.startsWith('core/protocol/'),
  },
  {
    path: 'types-conversations.html',
    title: 'Types of conversations',
    accepts: ({file}) => file.startsWith('core/'),
  },
  {
    path: 'types-controller.html',
    title: 'Types of the controller',
    accepts: ({file}) => file.startsWith('controller/'),
  },
  {path: 'types.html', title: 'Types of elements', accepts: () => true},
];

const pageOf = (type: Declared): string =>
  typePages.find(({accepts}) => accepts(type))?.path ?? 'types.html';

const namesIn = (text: string): readonly string[] => text.match(/\b[A-Z]\w+/g) ?? [];

/** The types that the elements mention, and those that these types mention, sorted by name. */
export function mentionedTypes(
  pages: readonly ElementPage[],
  declarations: Declarations,
): readonly TypeEntry[] {
  const found = new Map<string, TypeEntry>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    const declared = declarations.find(name);
    if (!declared) return;
    found.set(name, {...declared, id: slug(name), page: pageOf(declared)});
    // A class mentions internal types, too; those of an event are its fields.
    if (!declared.text.startsWith('class') || name.endsWith('Event'))
      withoutComments(declared.text).forEach(add);
  };
  for (const page of pages) {
    const texts = [
      ...[...page.settable, ...page.readonly, ...page.events].map(({type}) => type),
      ...page.methods.map(({signature}) => signature),
    ];
    texts.flatMap(namesIn).forEach(add);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const withoutComments = (text: string): readonly string[] =>
  namesIn(text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, ''));

/** Renders a type: the names are links, and a line can break after `|`, `<`, `(` and `,`. */
export function linkTypes(types: readonly TypeEntry[]): (text: string) => string {
  const addresses = new Map(types.map(({name, id, page}) => [name, `${page}#${id}`]));
  return text =>
    text
      .split(/(\b[A-Z]\w+)/)
      .map(part => {
        const address = addresses.get(part);
        if (address !== undefined) return `<a href="${address}">${part}</a>`;
        return escape(part).replace(/ \| |&#60;|\(|, /g, '$&<wbr>');
      })
      .join('');
}
