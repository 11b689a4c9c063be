import {parseFragment, type DefaultTreeAdapterTypes as Tree} from 'parse5';

/** A heading with the text below it, up to the next heading. */
export interface Passage {
  readonly id: string;
  readonly level: number;
  readonly heading: string;
  readonly text: string;
  /** The text of its code samples. */
  readonly code: string;
}

const blocks = /^(p|li|td|th|dt|dd|pre|h\d|tr|div|section|figcaption)$/;

/** The passages of a rendered page, with code samples apart from the text. */
export function passagesOf(html: string): readonly Passage[] {
  const passages: {id: string; level: number; heading: string; text: string; code: string}[] = [];
  const visit = (node: Tree.ChildNode): void => {
    const current = passages.at(-1);
    if (current && 'tagName' in node && node.tagName === 'pre') current.code += `${codeOf(node)}\n`;
    if ('tagName' in node && isHidden(node)) return;
    if ('tagName' in node && /^h\d$/.test(node.tagName)) {
      const id = node.attrs.find(({name}) => name === 'id')?.value ?? '';
      const heading = textOf(node).trim();
      if (id) passages.push({id, level: Number(node.tagName[1]), heading, text: '', code: ''});
      return;
    }
    const last = passages.at(-1);
    if (last && node.nodeName === '#text' && 'value' in node) last.text += node.value;
    if ('childNodes' in node) node.childNodes.forEach(visit);
    if (last && 'tagName' in node && blocks.test(node.tagName)) last.text += ' ';
  };
  parseFragment(html).childNodes.forEach(visit);
  return passages.map(({text, ...rest}) => ({...rest, text: text.replace(/\s+/g, ' ').trim()}));
}

function isHidden({tagName, attrs}: Tree.Element): boolean {
  const classes = attrs.find(({name}) => name === 'class')?.value.split(' ') ?? [];
  return /^(pre|figcaption|script|form|template)$/.test(tagName) || classes.includes('anchor');
}

function codeOf(node: Tree.ChildNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(codeOf).join('') : '';
}

function textOf(node: Tree.ChildNode): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (!('childNodes' in node) || ('tagName' in node && isHidden(node))) return '';
  return node.childNodes.map(textOf).join('');
}

/** The title, the description and the second-level headings of a rendered page. */
export function outlineOf(html: string): {
  readonly title: string;
  readonly description: string;
  readonly headings: readonly Passage[];
} {
  const passages = passagesOf(html);
  const [first] = passages;
  return {
    title: first?.heading ?? 'Ubik Chat',
    description: firstSentence(passages.find(({text}) => text)?.text ?? ''),
    headings: passages.filter(({level}) => level === 2),
  };
}

function firstSentence(text: string): string {
  return (/^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text).slice(0, 200);
}
