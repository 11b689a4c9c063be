import type {Block} from './blocks.js';
import {blocksOf, type MessagesRequest} from './request.js';

/**
 * What of a turn the client has already, as the history that it sends back says. A script is played from its start at
 * every request, and says only what is new.
 */
export interface Told {
  /** What the user asked. */
  readonly asked: string;
  /** Characters of text, white space not counted. */
  characters: number;
  /** Thoughts and calls that were told with their ends. */
  thoughts: number;
  calls: number;
  /** What the page's tools gave, in the order of their calls. */
  readonly results: PageResult[];
}

export interface PageResult {
  readonly text: string;
  readonly failed: boolean;
}

export function toldIn({messages}: MessagesRequest): Told {
  const turns = messages.map(turn => ({role: turn.role, blocks: blocksOf(turn)}));
  const start = turns.findLastIndex(
    ({role, blocks}) => role === 'user' && !blocks.every(({type}) => type === 'tool_result'),
  );
  const since = turns.slice(start + 1);
  const said = since.filter(({role}) => role === 'assistant').flatMap(({blocks}) => blocks);
  const given = since.filter(({role}) => role === 'user').flatMap(({blocks}) => blocks);
  const count = (pattern: RegExp): number => said.filter(({type}) => pattern.test(type)).length;
  return {
    asked: (turns[start]?.blocks ?? []).map(wordsOf).join('\n'),
    characters: said.map(wordsOf).join('').replace(/\s/g, '').length,
    thoughts: count(/thinking$/),
    calls: count(/tool_result$/),
    results: given.flatMap(block =>
      block.type === 'tool_result'
        ? {text: outputOf(block.content), failed: block.is_error === true}
        : [],
    ),
  };
}

/** What of a text is new; counts down what is not. */
export function unsaid(told: Told, text: string): string {
  let at = 0;
  for (; at < text.length && told.characters > 0; at++) {
    if (/\S/.test(text.charAt(at))) told.characters--;
  }
  return text.slice(at);
}

function wordsOf(block: Block): string {
  return block.type === 'text' ? block.text : '';
}

function outputOf(content: string | readonly {readonly text: string}[] = ''): string {
  return typeof content === 'string' ? content : content.map(({text}) => text).join('');
}
