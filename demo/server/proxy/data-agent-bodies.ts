import {z} from 'zod';

/* The fields that a page may set in requests to the Data Agent API. All others are dropped. */

const text = z.string();
const id = z.string().max(200);
const flag = z.boolean().optional();
const values = z.record(z.string(), z.unknown());

/** The agent and its version, which the page chooses. */
const agent = {
  agent_id: text.optional(),
  agent_version: text.optional(),
  executor_version: text.optional(),
};

/** A message, or the answer to a question. */
export const completionBody = z.object({
  ...agent,
  conversation_id: id.optional(),
  query: text.optional(),
  stream: flag,
  inc_stream: flag,
  custom_querys: values.optional(),
  selected_files: z
    .array(z.object({file_name: text}))
    .max(100)
    .optional(),
  regenerate_assistant_message_id: id.optional(),
  regenerate_user_message_id: id.optional(),
  agent_run_id: id.optional(),
  interrupted_assistant_message_id: id.optional(),
  resume_interrupt_info: z
    .object({
      // The service's own state. Its ids are checked, so they must not have other names or be in other places: the service
      // may ignore the case of names, for example.
      resume_handle: z
        .object({
          frame_id: text,
          snapshot_id: text,
          resume_token: text,
          interrupt_type: text,
          current_block: z.number(),
          restart_block: z.boolean(),
        })
        .partial(),
      data: values,
      action: z.enum(['confirm', 'skip']),
      modified_args: z.array(z.object({key: text, value: z.unknown()})),
    })
    .optional(),
  tool: z.object({session_id: text, tool_name: z.unknown(), tool_args: z.unknown()}).optional(),
  confirm_plan: flag,
  chat_option: z
    .object({
      is_need_history: flag,
      is_need_progress: flag,
      is_need_doc_retrival_post_process: flag,
      enable_dependency_cache: flag,
    })
    .optional(),
});

/** The run to join or to stop. */
export const runBody = completionBody.pick({
  conversation_id: true,
  agent_run_id: true,
  interrupted_assistant_message_id: true,
});

export const creationBody = z.object({...agent, title: text.optional()});
export const renameBody = z.object({id: id.optional(), title: text});
export const readBody = z.object({latest_read_index: z.number()});
