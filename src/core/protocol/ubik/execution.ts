import type {Frame} from '../../sse/frame.js';
import type {Op} from '../../model/op.js';
import type {Decoder, DecoderContext, Protocol, Restore} from '../types.js';
import {pathPart} from '../operations/ids.js';
import {isRecord, asText} from '../../values.js';
import {frameRules, readEvent, type UbikEvent} from './events.js';
import {LiveTools} from './tools/live-tools.js';
import {isToolEvent, toolEvents, type ToolEvent} from './tools/tool-call.js';
import {operations} from './operations.js';
import {RunWriter} from './run-writer.js';

/** Decodes the stream of one tool execution into ops of one `tool` item. */
class ExecutionDecoder implements Decoder {
  readonly #execution: string;
  readonly #writer: RunWriter;
  readonly #tools: LiveTools;
  #opened = false;
  #waiting = false;
  #ended = false;

  constructor(
    execution: string,
    {run = 'tool', report = () => undefined}: Partial<DecoderContext> = {},
  ) {
    this.#execution = execution;
    this.#writer = new RunWriter(run, report);
    this.#tools = new LiveTools(this.#writer);
  }

  decode(frame: Frame, json?: unknown): readonly Op[] {
    const event = readEvent(frame, json);
    if (!event) {
      this.#writer.warn('frame-unreadable', 'The frame is not an event and was ignored.', frame);
    } else if (this.#ended) {
      this.#writer.warn('event-late', `${event.type} arrived after the end and was ignored.`);
    } else {
      this.#open(event);
      this.#apply(event);
    }
    return this.#writer.take();
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    if (!this.#opened || this.#ended) return [];
    if (this.#waiting && reason === 'lost') return []; // the stream may close while the tool waits
    this.#ended = true;
    this.#writer.close(this.#writer.run, reason === 'lost' ? 'interrupted' : 'stopped');
    return this.#writer.take();
  }

  save(): Restore {
    const [opened, waiting, ended] = [this.#opened, this.#waiting, this.#ended];
    const restores = [this.#writer.save(), this.#tools.save()];
    return () => {
      this.#opened = opened;
      this.#waiting = waiting;
      this.#ended = ended;
      for (const restore of restores) restore();
    };
  }

  #open(event: UbikEvent): void {
    const name = asText(event['tool_name']);
    if (this.#opened && name !== undefined) this.#writer.assign(this.#writer.run, {name});
    if (this.#opened) return;
    this.#opened = true;
    const executionId = this.#execution;
    this.#writer.openTool({name: name ?? '', executionId, input: '', output: '', log: ''});
    this.#tools.register(this.#writer.run, executionId);
  }

  #apply(event: UbikEvent): void {
    if (!isToolEvent(event)) {
      this.#writer.warn('event-unknown', `The event type ${event.type} is unknown.`, event);
      return;
    }
    this.#tools.take(this.#inSession(event), this.#execution, () => this.#writer.run);
    const effect = toolEvents[event.type];
    this.#waiting = effect === 'asks';
    if (effect !== 'ends') return;
    this.#tools.close(this.#writer.run, false);
    this.#ended = true;
  }

  /** Converts an event to the format of a session's stream, which has the fields under `data`. */
  #inSession(event: ToolEvent): ToolEvent {
    if (asText(event['tool_execution_id']) !== undefined && isRecord(event['data'])) return event;
    const own = new Set(['type', 'timestamp', 'tool_name']);
    const body = Object.fromEntries(Object.entries(event).filter(([field]) => !own.has(field)));
    return {...event, data: body};
  }
}

/**
 * The protocol of the stream of one tool execution (`GET /tool-executions/{id}/stream`), used without a chat. Its
 * frames fold to one `tool` item. There are no turns; `send` and `attach` both open the stream.
 */
export function ubikExecution(executionId: string): Protocol {
  const request = {
    method: 'GET',
    path: `tool-executions/${pathPart(executionId)}/stream`,
    accept: 'stream',
  } as const;
  const follow = {request: () => request, read: () => ({run: executionId})};
  return {
    name: 'ubik-execution',
    createDecoder: context => new ExecutionDecoder(executionId, context),
    ...frameRules,
    operations: {send: follow, attach: follow, replyTool: operations.replyTool},
  };
}
