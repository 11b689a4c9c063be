import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {
  elementsOf,
  type CustomElementsManifest,
  type Described,
  type ElementDeclaration,
  type Member,
} from '../../scripts/manifest.js';
import {fingerprint, readStored, store} from './cache.js';
import type {Declarations} from './declarations.js';
import {eventExample, partExample, slotExample} from './reference-examples.js';

/** The tags of all documented elements, sorted. Each element has a folder of its name. */
export const elementTags = (root: string): readonly string[] =>
  readdirSync(join(root, 'src/elements'))
    .filter(name => name.startsWith('ubik-'))
    .sort();

const sources = ['src/elements', 'src/core/model', 'scripts/cem.config.mjs'];

/** All documented elements, with the configuration of the package's manifest. The analysis takes seconds, so it is stored. */
export async function describedElements(root: string): Promise<readonly ElementDeclaration[]> {
  const file = join(root, 'node_modules/.cache/site/elements.json');
  const key = fingerprint(root, sources);
  const stored = readStored(file, key) as readonly ElementDeclaration[] | undefined;
  if (stored) return stored;
  const {cli} = await import('@custom-elements-manifest/analyzer/cli.js');
  const argv = ['analyze', '--config', 'scripts/cem.config.mjs', '--quiet'];
  const elements = elementsOf(
    (await cli({argv, cwd: root, noWrite: true})) as CustomElementsManifest,
  );
  store(file, key, elements);
  return elements;
}

interface Entry {
  readonly name: string;
  readonly description: string;
}

interface Example extends Entry {
  readonly example: string;
}

interface Field extends Entry {
  readonly attribute: string | undefined;
  readonly readonly: boolean;
  readonly type: string;
  readonly default: string | undefined;
}

interface Token extends Entry {
  readonly default: string | undefined;
  /** Its values in a light and in a dark theme, if it is a colour. */
  readonly colours: readonly [string, string] | undefined;
}

/** The reference page of an element. */
export interface ElementPage {
  readonly tagName: string;
  readonly name: string;
  readonly description: string;
  /** The most used ones first. */
  readonly settable: readonly Field[];
  readonly readonly: readonly Field[];
  readonly methods: readonly (Entry & {readonly signature: string})[];
  readonly events: readonly (Example & {readonly type: string})[];
  readonly slots: readonly Example[];
  readonly parts: readonly Example[];
  readonly states: readonly Entry[];
  readonly tokens: readonly Token[];
  /** Whether the custom properties of the chat apply. */
  readonly sharesTokens: boolean;
}

/** Members that most pages use, in this order; and members for special cases, which come last. */
const [first, last] = [
  'endpoint tokenEndpoint protocol layout open theme heading placeholder suggestions teaser send newSession stop show hide'.split(
    ' ',
  ),
  'initialConversation storage fetch transport imageOrigins rawHtml tracing controller observe'.split(
    ' ',
  ),
];

const rank = ({name}: Described): number => {
  if (first.includes(name)) return first.indexOf(name) - first.length;
  return last.includes(name) ? 1 + last.indexOf(name) : 0;
};

const byUse = <T extends Described>(members: readonly T[]): readonly T[] =>
  [...members].sort((a, b) => rank(a) - rank(b));

/** The pages of all elements. */
export function elementPages(
  elements: readonly ElementDeclaration[],
  declarations: Declarations,
): readonly ElementPage[] {
  const chat = elements.find(({tagName}) => tagName === 'ubik-chat');
  const shared = new Set(chat?.cssProperties?.map(({name}) => name));
  return elements.map(element => {
    const {tagName, name, description = '', members = [], cssProperties = []} = element;
    const fields = byUse(members.filter(({kind}) => kind === 'field')).map(fieldOf);
    const methods = byUse(members.filter(({kind}) => kind === 'method'));
    const own =
      element === chat ? cssProperties : cssProperties.filter(token => !shared.has(token.name));
    return {
      tagName,
      name,
      // Further paragraphs are for maintainers.
      description: description.split('\n\n')[0] ?? '',
      settable: fields.filter(field => !field.readonly),
      readonly: fields.filter(field => field.readonly),
      methods: methods.map(method => ({...entryOf(method), signature: signatureOf(method)})),
      events: (element.events ?? []).map(event => ({
        ...entryOf(event),
        type: event.type?.text ?? '',
        example: eventExample(tagName, event, declarations),
      })),
      slots: (element.slots ?? []).map(slot => ({
        ...entryOf(slot),
        example: slotExample(tagName, slot),
      })),
      parts: (element.cssParts ?? []).map(part => ({
        ...entryOf(part),
        example: partExample(tagName, part),
      })),
      states: (element.cssStates ?? []).map(entryOf),
      tokens: own.map(token => ({
        ...entryOf(token),
        default: token.default,
        colours: coloursOf(token),
      })),
      sharesTokens: element !== chat && own.length < cssProperties.length,
    };
  });
}

const entryOf = ({name, description = ''}: Described): Entry => ({name, description});

function fieldOf(member: Member): Field {
  const {attribute, type, readonly = false} = member;
  const isEmpty = member.default === undefined || /^(''|undefined|new .*)$/.test(member.default);
  return {
    ...entryOf(member),
    attribute,
    readonly,
    type: (type?.text ?? '').replace(/\s+/g, ' '),
    default: isEmpty ? undefined : member.default,
  };
}

function signatureOf(method: Member): string {
  const parameters = (method.parameters ?? []).map(
    ({name, type, default: standard}) =>
      `${name}${standard === undefined ? '' : '?'}${type ? `: ${type.text}` : ''}`,
  );
  const {text = 'void'} = method.return?.type ?? {};
  return `${method.name}(${parameters.join(', ')}): ${text}`.replace(/\s+/g, ' ');
}

function coloursOf({default: value = ''}: Described): readonly [string, string] | undefined {
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
  return light && dark ? [light, dark] : undefined;
}
