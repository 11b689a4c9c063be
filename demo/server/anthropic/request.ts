import {z} from 'zod';
import {Refusal} from '../proxy/refusal.js';
import {assistantBlock, userBlock, type Block} from './blocks.js';

/** A turn may hold this many blocks, and a request this many turns and tools. */
const most = {blocks: 500, turns: 500, tools: 32};

const turn = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(userBlock).max(most.blocks)]),
  }),
  z.object({
    role: z.literal('assistant'),
    content: z.union([z.string(), z.array(assistantBlock).max(most.blocks)]),
  }),
]);
type Turn = z.output<typeof turn>;

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

/** The request in a body; throws a refusal that names the first problem. */
export function readMessages(body: unknown): MessagesRequest {
  const {data, error} = messagesSchema.safeParse(body);
  if (data) return data;
  const [issue] = error.issues.map(deepest);
  const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new Refusal(400, `The request is not valid. ${place}${issue?.message ?? ''}`.trim());
}

type Issue = z.core.$ZodIssue;

/** Of several ways to read a value, the problem of the one that got furthest. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .flat()
    .map(deepest)
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner ? {...inner, path: [...issue.path, ...inner.path]} : issue;
}

/** The blocks of a turn, however it was sent. */
export function blocksOf({content}: Turn): readonly Block[] {
  return typeof content === 'string' ? [{type: 'text', text: content}] : content;
}
