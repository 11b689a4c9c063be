import type {RequestItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {humanise} from './format.js';

/** Whether a question asks for the permission to call a tool. */
export const asksPermission = ({inputTypes}: RequestItem): boolean =>
  inputTypes.some(type => type.trim().toLowerCase() === 'permission');

/** What a question asks, as Markdown. A permission is a sentence with the name and the purpose of the tool. */
export function questionText(item: RequestItem, {request}: Labels): string {
  const {toolName, toolTitle, purpose, prompt} = item;
  if (toolName === undefined) return prompt;
  const tool = toolTitle ?? humanise(toolName);
  if (!asksPermission(item)) return prompt || request.allow(tool);
  return purpose === undefined ? request.consent(tool) : request.consentTo(tool, purpose);
}
