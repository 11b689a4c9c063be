import type {HistoryBlock} from './blocks.js';
import {blocksOf, type MessagesRequest} from './request.js';

/**
 * The content of the current turn that the client already has, read from the history in its request. Every request runs
 * the script from its start, and the counters are decremented until only new content is left.
 */
export interface SentContent {
  /** The text of the user that started the turn. */
  readonly question: string;
  /** Characters of text, without white space. */
  characters: number;
  /** Completed reasoning blocks and tool calls. */
  thoughts: number;
  calls: number;
  /** Results of page tools, in the order of their calls. */
  readonly results: PageResult[];
}

export interface PageResult {
  readonly text: string;
  readonly failed: boolean;
}

export function readSentContent({messages}: MessagesRequest): SentContent {
  const turns = messages.map(turn => ({role: turn.role, blocks: blocksOf(turn)}));
  const start = turns.findLastIndex(
    ({role, blocks}) => role === 'user' && !blocks.every(({type}) => type === 'tool_result'),
  );
  const since = turns.slice(start + 1);
  const answered = since.filter(({role}) => role === 'assistant').flatMap(({blocks}) => blocks);
  const userBlocks = since.filter(({role}) => role === 'user').flatMap(({blocks}) => blocks);
  const count = (pattern: RegExp): number => answered.filter(({type}) => pattern.test(type)).length;
  return {
    question: (turns[start]?.blocks ?? []).map(blockText).join('\n'),
    characters: answered.map(blockText).join('').replace(/\s/g, '').length,
    thoughts: count(/thinking$/),
    calls: count(/tool_result$/),
    results: userBlocks.flatMap(block =>
      block.type === 'tool_result'
        ? {text: resultText(block.content), failed: block.is_error === true}
        : [],
    ),
  };
}

/** Returns the part of a text that was not sent yet, and decrements the counter for the rest. */
export function skipSent(sent: SentContent, text: string): string {
  let at = 0;
  for (; at < text.length && sent.characters > 0; at++) {
    if (/\S/.test(text.charAt(at))) sent.characters--;
  }
  return text.slice(at);
}

function blockText(block: HistoryBlock): string {
  return block.type === 'text' ? block.text : '';
}

function resultText(content: string | readonly {readonly text: string}[] = ''): string {
  return typeof content === 'string' ? content : content.map(({text}) => text).join('');
}
