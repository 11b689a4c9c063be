import {parseJson} from '../../json.js';
import type {ApplicationContext} from '../types.js';

/** A question with the page's context before it, as the platform's own client writes it. */
export function withContext(text: string, context: ApplicationContext | undefined): string {
  if (!context?.title) return text;
  return `【上下文: ${context.title}】\n${JSON.stringify(context.data ?? null, null, 2)}\n\n${text}`;
}

/** The same taken apart again; a text that is not exactly of this form stays whole. */
export function withoutContext(text: string): {readonly text: string; readonly context?: string} {
  const [whole, title, data] = /^【上下文: (.+?)】\n([\s\S]*?)\n\n/.exec(text) ?? [];
  if (whole === undefined || title === undefined || data === undefined) return {text};
  if (parseJson(data) === undefined) return {text};
  return {text: text.slice(whole.length), context: title};
}
