import {z} from 'zod';
import {matching} from './body.js';

const dataUrl = z.string().startsWith('data:');

/** The parts of a message of the user. No file has an address, so no user can make the service fetch one. */
const userPart = z.discriminatedUnion('type', [
  z.object({type: z.literal('input_text'), text: z.string()}),
  z.object({type: z.literal('input_image'), image_url: dataUrl}),
  z.object({
    type: z.literal('input_file'),
    filename: z.string().max(200),
    file_data: dataUrl,
  }),
]);

/** Instructions are the service's: a page sends no message of the role `system` or `developer`. */
const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(userPart)]),
});

const text = z.string().nullish();
/** A list that may name files and containers of others, and that the model does not need. */
const emptied = z
  .array(z.unknown())
  .transform(() => [])
  .optional();

const answerPart = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: emptied,
    logprobs: emptied,
  }),
  z.object({type: z.literal('refusal'), refusal: z.string()}),
]);
/** Some services name the text of an answer as Chat Completions does. */
const namedText = z
  .object({type: z.literal('text'), text: z.string()})
  .transform(({text: value}) => ({type: 'output_text' as const, text: value}));
const partOfUser = z.looseObject({type: z.string().startsWith('input_')});
/** The parts of an answer without those that do not go back, such as reasoning. No service has written a part of a user. */
const content = z.union([
  z.string(),
  z
    .array(z.unknown().refine(part => !partOfUser.safeParse(part).success))
    .pipe(matching(z.union([answerPart, namedText]))),
]);
const plainAnswer = z.strictObject({role: z.literal('assistant'), content});

const common = {id: text, status: text};
const textParts = z.array(z.object({type: z.string(), text: z.string()}));
const call = {
  ...common,
  call_id: z.string(),
  name: z.string(),
  namespace: text,
  async: z.boolean().nullish(),
  caller: z.object({type: z.string(), caller_id: z.string().optional()}).nullish(),
};
const mcp = {...common, server_label: z.string()};

/**
 * Output of earlier responses, with its known fields only: no item names a file, a container or an address that the service
 * would use, and none has another role. A reference to an item could name one of another user, so it is refused.
 */
const outputItem = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('message'),
    role: z.literal('assistant'),
    content,
    phase: text,
  }),
  z.object({
    ...common,
    type: z.literal('reasoning'),
    summary: textParts.nullish(),
    content: textParts.nullish(),
    encrypted_content: text,
  }),
  z.object({...common, type: z.literal('compaction'), encrypted_content: z.string()}),
  z.object({...call, type: z.literal('function_call'), arguments: z.string()}),
  z.object({...call, type: z.literal('custom_tool_call'), input: z.string()}),
  z.object({
    ...common,
    type: z.literal('web_search_call'),
    action: z
      .object({
        type: z.string(),
        query: text,
        queries: z.array(z.string()).nullish(),
        url: text,
        pattern: text,
      })
      .nullish(),
  }),
  z.object({
    ...common,
    type: z.literal('file_search_call'),
    queries: z.array(z.string()).nullish(),
    results: z.array(z.object({filename: text, score: z.number().nullish(), text})).nullish(),
  }),
  z.object({
    ...common,
    type: z.literal('code_interpreter_call'),
    code: text,
    // Pictures have addresses.
    outputs: z
      .array(z.object({type: z.string(), logs: text}))
      .transform(outputs => outputs.filter(({type}) => type === 'logs'))
      .nullish(),
  }),
  z.object({
    ...common,
    type: z.literal('image_generation_call'),
    result: text,
    output_format: text,
    revised_prompt: text,
  }),
  z.object({
    ...mcp,
    type: z.literal('mcp_call'),
    name: z.string(),
    arguments: z.string(),
    output: text,
    error: z.unknown(),
    approval_request_id: text,
  }),
  z.object({
    ...mcp,
    type: z.literal('mcp_list_tools'),
    tools: z.array(z.unknown()).optional(),
    error: z.unknown(),
  }),
  z.object({
    ...mcp,
    type: z.literal('mcp_approval_request'),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({
    ...common,
    type: z.literal('program'),
    call_id: z.string(),
    code: z.string(),
    fingerprint: text,
  }),
  z.object({
    ...common,
    type: z.literal('program_output'),
    call_id: z.string(),
    result: z.string(),
  }),
  z.object({
    type: z.enum(['function_call_output', 'custom_tool_call_output']),
    call_id: z.string(),
    output: z.string(),
  }),
  z.object({
    type: z.literal('mcp_approval_response'),
    approval_request_id: z.string(),
    approve: z.boolean(),
    reason: z.string().optional(),
  }),
]);

const knownTypes = new Set<string>(
  outputItem.options.flatMap(({shape: {type}}) =>
    'options' in type ? type.options : [...type.values],
  ),
);

/** An item of a type that does not go back, such as a call of a shell. A message or a reference is no such item. */
const otherItem = z
  .looseObject({type: z.string(), role: z.undefined().optional()})
  .refine(({type}) => !knownTypes.has(type) && type !== 'item_reference')
  .transform(() => undefined);

const item = z.union([userMessage, plainAnswer, outputItem, otherItem]);
type Item = z.infer<typeof item>;

/**
 * Whether an item has nothing that goes back. The service would look for the id of a picture without its data, which may be
 * that of another user.
 */
const isEmpty = (one: Item): boolean =>
  one === undefined ||
  ('type' in one && one.type === 'image_generation_call' && !one.result) ||
  ('role' in one && one.role === 'assistant' && one.content.length === 0);

/** The conversation in the request of a page. Services refuse reasoning without the item that it led to. */
export const responseInput = z
  .array(item)
  .min(1)
  .transform(items => {
    const isLeft = (one: Item, index: number): boolean =>
      one !== undefined && 'type' in one && one.type === 'reasoning'
        ? items.slice(index + 1, index + 2).some(isEmpty)
        : isEmpty(one);
    return items.filter((one, index) => !isLeft(one, index)).filter(one => one !== undefined);
  });

export type ResponseInput = z.infer<typeof responseInput>;
export type AnswerContent = z.infer<typeof content>;
