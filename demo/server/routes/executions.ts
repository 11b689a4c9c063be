import {Hono, type Context} from 'hono';
import {toolList} from '../agent/tools.js';
import type {ServerContext} from '../context.js';
import {ApiError, invalid, notFound} from '../errors.js';
import type {Env} from '../identity.js';
import {isObject, parseJson, textOf} from '../json.js';
import type {LiveTask} from '../runs/live-task.js';
import type {StoredExecution} from '../store/executions.js';
import type {TaskAnswer} from '../store/tasks.js';
import {streamResponse} from '../stream/answer.js';
import type {StoredEvent} from '../ubik/events.js';
import {storeFile} from './documents.js';

/** Routes for tool executions and their files (guide, "Executing Your First Tool"). */
export function executionRoutes(context: ServerContext): Hono<Env> {
  const {store, runs} = context;
  const app = new Hono<Env>();

  app.get('/tool-executions/:eid', c => {
    const {execution} = executionOf(c, context);
    const tool = toolList(context.corpus).find(({name}) => name === execution.tool);
    return c.json({
      id: execution.id,
      tool_id: tool?.id ?? execution.tool,
      user_id: c.var.identity.user ?? null,
      status: execution.status,
      inputs: execution.inputs,
      outputs: execution.outputs ?? null,
      error: execution.error ?? null,
      created_at: execution.createdAt,
      started_at: execution.createdAt,
      completed_at: execution.completedAt ?? null,
    });
  });

  app.get('/tool-executions/:eid/stream', c => {
    const {execution, task} = executionOf(c, context);
    return streamResponse(
      c,
      context,
      signal => executionEvents(context, task, execution.id, signal),
      {
        framing: 'F2',
        faults: c.var.faults,
        task: undefined,
      },
    );
  });

  app.post('/tool-executions/:eid/provide-input', async c => {
    const {execution, task} = executionOf(c, context);
    const form = await c.req.formData().catch(() => undefined);
    if (!form) throw invalid(['body'], 'The body is not a form.', 'form_invalid');
    const text = form.get('input_data_json');
    const file = form.get('file');
    if (text === null && file === null) {
      throw invalid(['body', 'input_data_json'], 'Field required', 'missing');
    }
    const input = typeof text === 'string' ? parseJson(text) : null;
    if (input === undefined) throw invalid(['body', 'input_data_json'], 'Not JSON', 'json_invalid');
    const document =
      file instanceof File ? await storeFile(context, c.var.identity.user, file, null) : undefined;
    // Checked again: another request may have answered while this body was read.
    if (store.executions.get(execution.id)?.status !== 'waiting_for_input') {
      throw new ApiError(409, 'This execution does not wait for input');
    }
    store.executions.setStatus(execution.id, 'pending');
    runs.answer(task, answerOf(input, document?.id));
    return c.json({id: execution.id, status: 'pending'}, 202);
  });

  app.get('/assets/tools/:tool/:eid/:name', c => {
    const {execution} = executionOf(c, context);
    const asset = store.executions.asset(execution.id, c.req.param('name'));
    if (!asset) throw notFound('Asset');
    return c.body(Uint8Array.from(asset.bytes), 200, {
      'Content-Type': asset.type,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
  });
  return app;
}

/** Normalizes an answer to `{"input": …, "type": …}`. */
function answerOf(input: unknown, document: string | undefined): TaskAnswer {
  if (isObject(input) && 'input' in input) {
    return {input: input['input'], type: textOf(input['type']) || 'text'};
  }
  if (document !== undefined)
    return {input: {document_id: document, ...(isObject(input) ? input : {})}, type: 'file'};
  if (isObject(input) && 'answer' in input) return {input: input['answer'], type: 'json'};
  return {input, type: typeof input === 'string' ? 'text' : 'json'};
}

/** The events of one execution in the format of the tool stream: without ids, and with an end event. */
async function* executionEvents(
  {store}: ServerContext,
  task: LiveTask,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent> {
  for await (const event of task.feed.follow(signal)) {
    if (event['tool_execution_id'] === id) yield toolStreamEvent(event);
    const {status, outputs, error} = store.executions.get(id) ?? {status: 'failed'};
    const behind = task.feed.entries.indexOf(event) < lastEventIndex(task, id);
    if (behind) continue;
    if (status === 'completed') {
      yield {type: 'tool_end', execution_id: id, status, outputs};
      return;
    }
    if (status === 'failed') {
      yield {type: 'error', message: error ?? 'The tool failed.', code: 'tool_failed'};
      return;
    }
  }
}

/** The index of the last event of an execution so far. */
function lastEventIndex(task: LiveTask, id: string): number {
  return task.feed.entries.findLastIndex(event => event['tool_execution_id'] === id);
}

function toolStreamEvent(event: StoredEvent): StoredEvent {
  const {type, tool_input: asked, data} = event;
  if (type === 'tool_input_required' && isObject(asked)) {
    return {
      type,
      prompt: asked['question'],
      input_types: asked['input_types'],
      timeout: null,
      state: null,
    };
  }
  return isObject(data) ? {...data, type} : {type};
}

/** The execution in the path with its task; throws 404 unless its session belongs to the user. */
export function executionOf(
  c: Context<Env>,
  {store, runs}: ServerContext,
): {execution: StoredExecution; task: LiveTask} {
  const execution = store.executions.get(c.req.param('eid') ?? '');
  const task = execution && runs.find(execution.task);
  const session = task && store.sessions.get(task.record.session);
  if (!execution || !task || session?.user !== c.var.identity.user)
    throw notFound('Tool execution');
  return {execution, task};
}
