/** The tags in a message's text (Ubik Agent API, message structure guide). Other spellings are text. */
export const FIXED_TAGS = [
  '<<STEP_START>>',
  '<<STEP_END>>',
  '<<SINGLE_STEP_FLAG>>',
  '<<TOOL_STEP_INPUT_START>>',
  '<<TOOL_STEP_INPUT_END>>',
  '<<TOOL_STEP_RESULT_START>>',
  '<<TOOL_STEP_RESULT_END>>',
  '<<CHECKPOINT_START>>',
  '<<CHECKPOINT_END>>',
  '<<INPUT_REQUIRED_START>>',
  '<<INPUT_REQUIRED_END>>',
  '<<USER_INPUT_PROVIDED_START>>',
  '<<USER_INPUT_PROVIDED_END>>',
  '<<ERROR_START>>',
  '<<ERROR_END>>',
  '<<ERROR_JSON_START>>',
  '<<ERROR_JSON_END>>',
  '<<TOOL_EVENT_START>>',
  '<<TOOL_EVENT_END>>',
  '<<thinking>>',
  '<</thinking>>',
] as const;

export type FixedTag = (typeof FIXED_TAGS)[number];

/** A parsed tag. Tags of tools contain the tool's name and the execution id, split at the last colon. */
export type TextTag =
  | {readonly tag: FixedTag; readonly source: string}
  | {
      readonly tag: '<<TOOL_STEP_START/' | '<<TOOL_STEP_END/';
      readonly source: string;
      readonly name: string;
      readonly execution: string;
    };

export type TextToken = {readonly text: string} | TextTag;

/** The maximum length of `name:id` in a tool tag; anything longer is text. */
const MAX_REFERENCE = 300;

const TOOL_TAG = /^(<<TOOL_STEP_(?:START|END)\/)([^\n<>]+):([^\n<>:]+)>>/;
const TOOL_PREFIXES = ['<<TOOL_STEP_START/', '<<TOOL_STEP_END/'] as const;
const TOOL_LIMIT = '<<TOOL_STEP_START/'.length + MAX_REFERENCE + '>>'.length;
const HALF_REFERENCE = /^[^\n<>]*>?$/;

/** The tag at an offset, if there is one. */
export function tagAt(text: string, at: number): TextTag | undefined {
  const fixed = FIXED_TAGS.find(tag => text.startsWith(tag, at));
  if (fixed) return {tag: fixed, source: fixed};
  if (!TOOL_PREFIXES.some(prefix => text.startsWith(prefix, at))) return undefined;
  const match = TOOL_TAG.exec(text.slice(at, at + TOOL_LIMIT));
  if (!match) return undefined;
  const [source, prefix = '', name = '', execution = ''] = match;
  if (source.length - prefix.length - '>>'.length > MAX_REFERENCE) return undefined;
  return {tag: prefix as '<<TOOL_STEP_START/' | '<<TOOL_STEP_END/', source, name, execution};
}

/** Whether the text from an offset on may still become a tag. */
export function isHalfTag(text: string, at: number): boolean {
  const length = text.length - at;
  if (length >= TOOL_LIMIT) return false;
  const rest = text.slice(at);
  if (FIXED_TAGS.some(tag => tag.startsWith(rest))) return true;
  return TOOL_PREFIXES.some(
    prefix =>
      prefix.startsWith(rest) ||
      (rest.startsWith(prefix) && HALF_REFERENCE.test(rest.slice(prefix.length))),
  );
}

/** The number of characters at the end of a text that are the beginning of this end tag. */
export function halfEndTag(text: string, endTag: FixedTag): number {
  const earliest = Math.max(0, text.length - endTag.length + 1);
  for (let at = text.indexOf('<', earliest); at !== -1; at = text.indexOf('<', at + 1)) {
    if (endTag.startsWith(text.slice(at))) return text.length - at;
  }
  return 0;
}
