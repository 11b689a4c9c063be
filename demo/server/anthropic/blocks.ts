import {z} from 'zod';

const id = z.string().max(200);
const input = z.record(z.string(), z.unknown());

/** A citation of a search result, as the API wrote it into an answer. */
const citation = z.object({
  type: z.literal('web_search_result_location'),
  url: z.string(),
  title: z.string().nullable(),
  encrypted_index: z.string(),
  cited_text: z.string(),
});

const text = z.object({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(citation).nullish(),
});

/** Output of a tool: text only. A block with a `source` could make the API fetch a URL or open a file. */
const output = z.union([z.string(), z.array(text)]);

const searchResults = z.union([
  z.array(
    z.object({
      type: z.literal('web_search_result'),
      url: z.string(),
      title: z.string(),
      encrypted_content: z.string(),
      page_age: z.string().nullish(),
    }),
  ),
  z.object({type: z.literal('web_search_tool_result_error'), error_code: z.string()}),
]);

/** Blocks that a page writes: text of the user and results of page tools. */
export const userBlock = z.discriminatedUnion('type', [
  text,
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: id,
    content: output.optional(),
    is_error: z.boolean().optional(),
  }),
]);

/** Blocks of an earlier answer, which the API expects unchanged. Other types are rejected. */
export const assistantBlock = z.discriminatedUnion('type', [
  text,
  z.object({type: z.literal('thinking'), thinking: z.string(), signature: z.string()}),
  z.object({type: z.literal('redacted_thinking'), data: z.string()}),
  z.object({type: z.literal('tool_use'), id, name: id, input}),
  z.object({type: z.literal('server_tool_use'), id, name: z.literal('web_search'), input}),
  z.object({
    type: z.literal('web_search_tool_result'),
    tool_use_id: id,
    content: searchResults,
  }),
  z.object({type: z.literal('mcp_tool_use'), id, name: id, server_name: id, input}),
  z.object({
    type: z.literal('mcp_tool_result'),
    tool_use_id: id,
    is_error: z.boolean(),
    content: output,
  }),
]);

export type HistoryBlock = z.output<typeof userBlock> | z.output<typeof assistantBlock>;
