import {z} from 'zod';
import {knownFields} from '../proxy/body.js';
import {assistantBlock, userBlock, type HistoryBlock} from './blocks.js';

/** The maximum number of blocks per turn, and of turns and tools per request. */
const limits = {blocks: 500, turns: 500, tools: 32};

const turn = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(userBlock).max(limits.blocks)]),
  }),
  z.object({
    role: z.literal('assistant'),
    content: z.union([z.string(), z.array(assistantBlock).max(limits.blocks)]),
  }),
]);
type RequestedTurn = z.output<typeof turn>;

const tool = z.object({
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().max(4000).optional(),
  input_schema: z.looseObject({type: z.literal('object')}),
});
export type RequestedTool = z.infer<typeof tool>;

/**
 * The fields of a request that a page may set: the turns and its page tools. Other fields, such as a system prompt, are
 * ignored.
 */
export const messagesSchema = z.object({
  messages: z.array(turn).min(1).max(limits.turns),
  tools: z.array(tool).max(limits.tools).default([]),
  stream: z.literal(true),
  /** Continue the text of the last answer, which was cut off. */
  continue: z.boolean().default(false),
});
export type MessagesRequest = z.output<typeof messagesSchema>;

/** Validates a body; throws a `Refusal` with the first problem. */
export const readMessages = (body: unknown): MessagesRequest => knownFields(messagesSchema, body);

/** The content of a turn as blocks. */
export function blocksOf({content}: RequestedTurn): readonly HistoryBlock[] {
  return typeof content === 'string' ? [{type: 'text', text: content}] : content;
}
