import type {Decode} from '../destination.js';
import {inlineText, type Inline} from '../inline.js';
import {joinText} from '../inline-list.js';
import {decodeReferences, escapeText} from '../references.js';
import {SlotList, splitAtSlots, type Slot} from '../slots.js';
import {outputInline} from './output.js';

/** The hook `postprocess` of `marked`. */
export type Postprocess = (html: string) => string;

/**
 * Applies the hook `postprocess` to the text of a paragraph, a heading or a cell, in which other inlines are placeholders.
 * What it returns is text, or HTML if it contains tags.
 */
export function postprocess(
  inlines: readonly Inline[],
  hook: Postprocess,
  decode: Decode,
): Inline[] {
  const list = new SlotList();
  const source = inlines
    .map(inline =>
      inline.kind === 'text'
        ? escapeText(inline.text.replaceAll('&', '&amp;'))
        : list.add({kind: 'inline', content: [withProcessedText(inline, hook, decode)]}),
    )
    .join('');
  const html = hook(source);
  if (html === source && list.slots.length === 0) return [...inlines];
  if (html.includes('<')) return [outputInline(inlineText(inlines), {html, slots: list.slots})];
  return joinText(
    splitAtSlots(html).flatMap((part): readonly Inline[] =>
      typeof part === 'string'
        ? [{kind: 'text', text: decodeReferences(part, decode)}]
        : contentOf(list.slots[part]),
    ),
  );
}

function withProcessedText(inline: Inline, hook: Postprocess, decode: Decode): Inline {
  if (!('children' in inline)) return inline;
  return {...inline, children: postprocess(inline.children, hook, decode)};
}

function contentOf(slot: Slot | undefined): readonly Inline[] {
  return slot?.kind === 'inline' && typeof slot.content !== 'string' ? slot.content : [];
}
