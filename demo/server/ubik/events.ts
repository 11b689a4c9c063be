/**
 * The events that this server sends in a session's stream (Ubik Agent API guide, "Agent Session Events"). Times are ISO
 * 8601 with microseconds; only `connection_established` has none.
 */
export type SentUbikEvent =
  | EventShape<
      'connection_established',
      {session_id: string; connection_id: string; task_id: string}
    >
  | EventShape<'agent_processing_started', {task_id: string}>
  | EventShape<'response_stream_start', {message_id: string; task_id: string}>
  | EventShape<
      'agent_step_started',
      {step: number; description: string; single_step_agent: boolean}
    >
  | EventShape<'agent_step_progress', {step: number; progress: number; message: string}>
  | EventShape<
      'agent_step_completed',
      {step: number; progress: number; completed: boolean; results: object}
    >
  | EventShape<
      'agent_progress',
      {step: number; total_steps: number; description: string; progress: number}
    >
  | EventShape<'response_chunk', {content: string; step?: number}>
  | EventShape<
      'agent_response_update',
      {message_id: string; content: string; parent_id: string | null}
    >
  | EventShape<'checkpoint_created', {checkpoint_name: string; created_at: string}>
  | EventShape<
      'input_required',
      {checkpoint_name: string; prompt: string; input_types: readonly string[]}
    >
  | EventShape<'tool_update', ToolFields & {data: Readonly<Record<string, unknown>>}>
  | EventShape<'tool_partial_update', ToolFields & {data: {content: string; output_key: string}}>
  | EventShape<'tool_input_required', ToolFields & {tool_input: Readonly<Record<string, unknown>>}>
  | EventShape<'agent_stop_requested', {task_id: string}>
  | EventShape<'agent_processing_complete', {message_id: string; content: string; result: object}>
  | EventShape<'agent_processing_error', {error: string; traceback: string}>;

type EventShape<Type extends string, Fields> = {
  readonly type: Type;
  readonly timestamp?: string;
} & Readonly<Fields>;
interface ToolFields {
  tool_execution_id: string;
  tool_name: string;
}

/** An event before it is emitted, without its time. */
export type UntimedEvent = SentUbikEvent extends infer E
  ? E extends unknown
    ? Omit<E, 'timestamp'>
    : never
  : never;

/** Any event as it is stored and sent, including unknown events of recordings. */
export type StoredEvent = Readonly<Record<string, unknown>> & {readonly type: string};

const terminal = new Set(['agent_processing_complete', 'agent_processing_error']);

/** Whether an event ends the run. */
export function isTerminal(event: {readonly type: string}): boolean {
  return terminal.has(event.type);
}
