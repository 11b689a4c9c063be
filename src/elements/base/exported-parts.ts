/*
 * The parts that elements export for the elements around them, so that a page can style them from its chat:
 * `ubik-chat::part(tool-header)`. A part of an element is exported under the name `element-part`, and passed on by every
 * element that contains items.
 */

const markdownParts = 'code-block, code-header, table, citation';

/** Parts of the items of an answer. */
const contentParts =
  'work, step, step-header, step-content, tool, tool-header, tool-content, reasoning, reasoning-header, question, question-prompt, question-form, notice, ' +
  markdownParts;

/**
 * The value of `exportparts` by element. The own parts are last: of two parts with the same outer name, such as the header of
 * a step and that of a step inside it, Firefox exports only the last one.
 */
export const exportedParts = {
  markdown: markdownParts,
  request: 'prompt: question-prompt, form: question-form',
  thinking: 'header: reasoning-header',
  tool: `${contentParts}, header: tool-header, content: tool-content`,
  step: `${contentParts}, header: step-header, content: step-content`,
  message: `bubble: message-bubble, body: message-body, actions: message-actions, action: message-action, author: message-author, avatar: message-avatar, time: message-time, ${contentParts}`,
  transcript: `turn, day, latest, message-bubble, message-body, message-actions, message-action, message-author, message-avatar, message-time, ${contentParts}`,
} as const;
