import {z} from 'zod';

/** A turn may hold this many blocks, and a request this many turns and tools. */
const most = {blocks: 500, turns: 500, tools: 32};

const block = z.looseObject({type: z.string().max(100)});
export type Block = z.infer<typeof block>;

const turn = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(block).max(most.blocks)]),
});
export type Turn = z.infer<typeof turn>;

const tool = z.object({
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().max(4000).optional(),
  input_schema: z.looseObject({type: z.literal('object')}),
});
export type PageTool = z.infer<typeof tool>;

/**
 * What a page may say of a request: the turns, and the tools that it would run itself. Whatever else it sends, such as a
 * system prompt, is not read.
 */
export const messagesSchema = z.object({
  messages: z.array(turn).min(1).max(most.turns),
  tools: z.array(tool).max(most.tools).default([]),
  stream: z.literal(true),
  /** The last answer broke off in its text, and is to be taken up from there. */
  continue: z.boolean().default(false),
});
export type MessagesRequest = z.output<typeof messagesSchema>;

/** The blocks of a turn, however it was sent. */
export function blocksOf({content}: Turn): readonly Block[] {
  return typeof content === 'string' ? [{type: 'text', text: content}] : content;
}
