/** A part of text with its meaning. */
export interface TaggedText {
  readonly type: 'text' | 'thinking';
  readonly text: string;
}

const START = '<think>';
const END = '</think>';

/**
 * Separates reasoning that a server without a reasoning parser sends as `<think>…</think>` at the very beginning of the
 * text. Elsewhere, and without the opening tag, tags are text. A text that may be half a tag is held back; line breaks
 * after a tag are dropped.
 */
export class ThinkTags {
  #state: 'start' | 'thinking' | 'text' = 'start';
  #held = '';
  #isAfterTag = false;

  /** Adds text. Returns the parts that are certain. */
  feed(text: string): readonly TaggedText[] {
    this.#held += text;
    const parts: TaggedText[] = [];
    if (this.#state === 'start' && !this.#begin()) return parts;
    if (this.#state === 'thinking') this.#think(parts);
    if (this.#state === 'text') this.#emit(parts, 'text', this.#held.length);
    return parts;
  }

  /** Returns what was held back, because something else follows. From then on, tags are text. */
  end(): readonly TaggedText[] {
    const parts: TaggedText[] = [];
    const type = this.#state === 'thinking' ? 'thinking' : 'text';
    this.#emit(parts, type, this.#held.length);
    this.#state = 'text';
    return parts;
  }

  /** Decides whether the text begins with the tag. Returns whether that is certain. */
  #begin(): boolean {
    const text = this.#held.trimStart();
    if (text.startsWith(START)) {
      this.#state = 'thinking';
      this.#held = text.slice(START.length);
      this.#isAfterTag = true;
      return true;
    }
    if (START.startsWith(text)) return false;
    this.#state = 'text';
    return true;
  }

  #think(parts: TaggedText[]): void {
    const end = this.#held.indexOf(END);
    if (end < 0) {
      this.#emit(parts, 'thinking', this.#held.length - halfTag(this.#held));
      return;
    }
    this.#emit(parts, 'thinking', end);
    this.#held = this.#held.slice(END.length);
    this.#state = 'text';
    this.#isAfterTag = true;
  }

  #emit(parts: TaggedText[], type: TaggedText['type'], length: number): void {
    const ready = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    const text = this.#isAfterTag ? ready.replace(/^[\r\n]+/, '') : ready;
    if (text === '') return;
    this.#isAfterTag = false;
    parts.push({type, text});
  }
}

/** The length of the beginning of the closing tag at the end of a text. */
function halfTag(text: string): number {
  for (let length = END.length - 1; length > 0; length--) {
    if (text.endsWith(END.slice(0, length))) return length;
  }
  return 0;
}
