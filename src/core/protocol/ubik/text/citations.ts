import type {Restore} from '../../types.js';
import {defined} from '../../../values.js';

/** A citation in a text: the cited source and the label. */
export interface Citation {
  readonly kind: 'web' | 'document' | 'number';
  readonly key: string;
  readonly label: string;
  readonly url?: string;
  readonly title?: string;
  readonly documentId?: string;
  /** The markup of the citation. */
  readonly source: string;
}

/** Maximum length of a citation. */
const LIMIT = 4_000;

const ATTRIBUTES = String.raw`(?:\s+[a-z_-]+="[^"]*")*`;
const WHOLE = new RegExp(
  String.raw`^(?:<(web_citation|citation)(${ATTRIBUTES})\s*>([^<>]{0,200})</\1>|<source_(\d{1,6})>)`,
);
/** An incomplete attribute, or an incomplete label and end tag. */
const HALF = new RegExp(
  String.raw`^<(?:web_citation|citation)${ATTRIBUTES}(?:\s+(?:[a-z_-]+(?:=(?:"[^"]*)?)?)?|\s*>[^<>]{0,200}(?:</?[a-z_]*)?)?$`,
);
const NAMES = ['<web_citation', '<citation', '<source_'] as const;
const ATTRIBUTE = /([a-z_-]+)="([^"]*)"/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

/**
 * Removes citations from streaming text (tool pages of the guide: `<web_citation url title>[1]</web_citation>`,
 * `<citation id name>[1]</citation>`, the provisional `<source_1>`). Anything that does not match exactly is text.
 */
export class CitationScanner {
  #held = '';

  save(): Restore {
    const held = this.#held;
    return () => {
      this.#held = held;
    };
  }

  feed(text: string): readonly (string | Citation)[] {
    if (this.#held === '' && !text.includes('<')) return [text];
    const found: (string | Citation)[] = [];
    let rest = this.#held + text;
    this.#held = '';
    let from = 0;
    for (let at = rest.indexOf('<'); at !== -1; at = rest.indexOf('<', at)) {
      const match = NAMES.some(name => rest.startsWith(name, at))
        ? WHOLE.exec(rest.slice(at, at + LIMIT))
        : null;
      if (match) {
        if (at > from) found.push(rest.slice(from, at));
        found.push(read(match));
        rest = rest.slice(at + match[0].length);
        from = at = 0;
      } else if (isHalf(rest, at)) {
        if (at > from) found.push(rest.slice(from, at));
        this.#held = rest.slice(at);
        return found;
      } else {
        at++;
      }
    }
    if (rest.length > from) found.push(rest.slice(from));
    return found;
  }

  /** Whether the end of the text may still become a citation. */
  get isHolding(): boolean {
    return this.#held !== '';
  }

  flush(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** Whether the text from an offset on may still become a citation. */
function isHalf(text: string, at: number): boolean {
  if (text.length - at >= LIMIT) return false;
  const rest = text.slice(at);
  if (NAMES.some(name => name.startsWith(rest))) return true;
  if (/^<source_\d{0,6}$/.test(rest)) return true;
  return HALF.test(rest);
}

function read(match: RegExpExecArray): Citation {
  const [source, element, attributes = '', content = '', number] = match;
  if (number !== undefined) return {kind: 'number', key: number, label: number, source};
  const named = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, decode(value ?? '')]),
  );
  const isDocument = element === 'citation';
  const key = named.get(isDocument ? 'id' : 'url') ?? '';
  return defined({
    kind: isDocument ? ('document' as const) : ('web' as const),
    key,
    label: content.replace(/^\[|\]$/g, ''),
    title: named.get(isDocument ? 'name' : 'title'),
    documentId: isDocument ? key : undefined,
    url: !isDocument && /^https?:\/\//i.test(key) ? key : undefined, // only web URLs can be opened
    source,
  });
}

function decode(text: string): string {
  return text.replace(/&(?:amp|quot|#39|apos|lt|gt);/g, entity => ENTITIES[entity] ?? entity);
}
