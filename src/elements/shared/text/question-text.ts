import type {Conversation, RequestItem} from '../../../core/model/item.js';
import {openRequests} from '../../../core/model/select.js';
import {isInvisible, visibleText} from '../../../core/values.js';
import type {Labels} from '../../locales/en.js';
import {humanise} from '../../../core/humanise.js';
import {showInvisible} from '../html/safe-url.js';

const hasType = ({inputTypes}: RequestItem, type: string): boolean =>
  inputTypes.some(one => one.trim().toLowerCase() === type);

/** Whether a question asks for the permission to call a tool of the page. */
const asksPermission = (item: RequestItem): boolean => hasType(item, 'permission');

/** Whether a question asks for values first, and not for a yes or no. */
export const asksValues = ({inputTypes}: RequestItem): boolean => inputTypes[0] === 'json';

/** Names that only say that a tool asks, such as `ask_user`, `human_confirmation` and `request_input`. */
const askingName =
  /^(?:ask(?: (?:the|for|user|human|question|clarification|text|choice|form|file|confirmation))*|(?:(?:request|get|await) )?(?:(?:user|human) )?(?:input|confirmation|approval|clarification)|(?:user|human) (?:form|file|choice|text))$/i;

/** The name of the tool that a question is about; `undefined` if it has none, or only says what the question shows. */
export function subjectOf(item: RequestItem): string | undefined {
  const {toolName = '', toolTitle = ''} = item;
  if (toolName !== '' && !isInvisible(toolTitle)) return toolTitle;
  const name = visibleText(humanise(toolName));
  if (name === undefined) return undefined;
  return askingName.test(name) && !asksPermission(item) ? undefined : name;
}

/** Whether a question asks for a yes or no to a call, whose arguments it has. */
function asksApproval(item: RequestItem): boolean {
  const {arguments: call} = item;
  return call !== undefined && hasType(item, 'confirm') && !asksValues(item);
}

/** A name as it is, in Markdown: it may come from a server of somebody else. `\[a\]` would be a formula. */
const asMarkdown = (name: string): string =>
  showInvisible(name)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!#-&*+./:-@[\\^-`{-~]/g, '\\$&');

/** Whether Markdown has nothing to see, or only comments. */
const isInvisibleMarkdown = (markdown: string): boolean =>
  isInvisible(markdown.replace(/<!--[^]*?(?:-->|$)|<[!?][^>]*>/g, ''));

/**
 * What a question asks, as Markdown. A permission or an approval is a sentence with the name of the tool, and with its
 * purpose if the page tells one.
 */
export function questionText(item: RequestItem, {request}: Labels): string {
  const {purpose, prompt} = item;
  const subject = subjectOf(item);
  if (subject === undefined) return isInvisibleMarkdown(prompt) ? request.title : prompt;
  const tool = asMarkdown(subject);
  if (!asksPermission(item)) {
    return asksApproval(item) || isInvisibleMarkdown(prompt) ? request.allow(tool) : prompt;
  }
  return purpose === undefined ? request.consent(tool) : request.consentTo(tool, purpose);
}

/** Whether the text of a question is a sentence with the name of the tool. */
export const namesTool = (item: RequestItem): boolean =>
  subjectOf(item) !== undefined &&
  (asksPermission(item) || asksApproval(item) || isInvisibleMarkdown(item.prompt));

/** What the agent or the page adds to the sentence of `questionText`, as Markdown; empty if there is nothing. */
export function questionDetail(item: RequestItem): string {
  const {purpose, prompt} = item;
  return namesTool(item) && purpose === undefined && !isInvisibleMarkdown(prompt) ? prompt : '';
}

/** A text about a question, with the position of the question if several are open; otherwise `alone`. */
export function withPosition(
  text: string,
  {id}: RequestItem,
  conversation: Conversation,
  {announce}: Labels,
  alone = text,
): string {
  const open = openRequests(conversation);
  if (open.length < 2) return alone;
  const index = open.findIndex(one => one.id === id);
  return index < 0 ? text : announce.question(index + 1, open.length, text);
}
