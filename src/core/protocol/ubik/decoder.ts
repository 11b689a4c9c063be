import {withDefaults} from '../decoder/context.js';
import {withoutPage} from '../operations/read-error.js';
import type {Frame} from '../../sse/frame.js';
import type {Op} from '../../model/op.js';
import type {Decoder, DecoderContext, Restore} from '../types.js';
import {defined, numericOf, asText, textsOf} from '../../values.js';
import {ContentWriter} from './content-writer.js';
import {readEvent, type UbikEvent} from './events.js';
import {LiveTools} from './tools/live-tools.js';
import {isToolEvent, toolEvents, type ToolEvent} from './tools/tool-call.js';
import {Outline} from './rebuild/outline.js';
import {RunWriter} from './run-writer.js';

/** The server sends `"None"` for a missing id. */
const givenId = (value: unknown): string | undefined =>
  value === 'None' ? undefined : asText(value);

/** Number of id conflicts after which calls of this run are matched by id only. */
const MAX_CONFLICTS = 20;

/**
 * Decodes the events of a session's stream into ops. `EventLog` passes the frames in their true order.
 *
 * There are two paths. Text events (`response_chunk`, snapshots, steps) are placed by the `Outline`, which knows the
 * documented layout of the message; for each step and for the message itself a `ContentReader` parses the text with its
 * tags and writes items. Tool events go to `LiveTools`, which adds them to the calls in the text. Both write through
 * one `RunWriter`, whose ops `decode` returns.
 *
 * A call in the text and the events of an execution are matched by id, or by the tool's name while an id is missing. If
 * a later id contradicts such a match, the decoder stores the conflict, clears the message and decodes all frames of
 * the run again, without matching this execution by name.
 */
export class UbikDecoder implements Decoder {
  readonly #context: DecoderContext;
  readonly #conflicts = new Set<string>();
  readonly #frames: Frame[] = [];
  #isSilent = false;
  #run: RunDecoder;

  constructor(context: Partial<DecoderContext> = {}) {
    const {run, report} = withDefaults(context);
    this.#context = {
      run,
      report: diagnostic => {
        if (!this.#isSilent) report(diagnostic);
      },
    };
    this.#run = this.#newRun();
  }

  decode(frame: Frame, json?: unknown): readonly Op[] {
    this.#frames.push(frame);
    const ops = this.#run.decode(frame, json);
    return this.#run.conflict === undefined ? ops : this.#readAgain(this.#run.conflict);
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    return this.#run.end(reason);
  }

  save(): Restore {
    const run = this.#run;
    const restore = run.save();
    const count = this.#frames.length;
    const conflicts = [...this.#conflicts];
    return () => {
      this.#run = run;
      restore();
      this.#frames.length = count;
      this.#conflicts.clear();
      for (const conflict of conflicts) this.#conflicts.add(conflict);
    };
  }

  #newRun(): RunDecoder {
    const {size} = this.#conflicts;
    const byName = (execution: string): boolean =>
      size <= MAX_CONFLICTS && !this.#conflicts.has(execution);
    return new RunDecoder(this.#context, byName);
  }

  #readAgain(conflict: string): readonly Op[] {
    const {run: id} = this.#context;
    this.#conflicts.add(conflict);
    this.#run = this.#newRun();
    this.#isSilent = true;
    const ops: Op[] = [
      {op: 'clear', id},
      {op: 'assign', id, status: 'streaming'},
    ];
    for (const frame of this.#frames) {
      for (const op of this.#run.decode(frame)) ops.push(op);
      if (this.#run.conflict !== undefined) return this.#readAgain(this.#run.conflict);
    }
    this.#isSilent = false;
    return ops;
  }
}

/** Decodes a run once, with the known conflicts. */
class RunDecoder implements Decoder {
  readonly #outline = new Outline();
  readonly #writer: RunWriter;
  readonly #tools: LiveTools;
  readonly #content: ContentWriter;
  #opened = false;
  #waiting = false;
  #stopping = false;

  constructor({run, report}: DecoderContext, canMatchByName: (execution: string) => boolean) {
    this.#writer = new RunWriter(run, report);
    this.#tools = new LiveTools(this.#writer, canMatchByName);
    this.#content = new ContentWriter(this.#outline, this.#writer, this.#tools);
  }

  get conflict(): string | undefined {
    return this.#tools.conflict;
  }

  decode(frame: Frame, json?: unknown): readonly Op[] {
    const event = readEvent(frame, json);
    if (!event) {
      this.#writer.warn('frame-unreadable', 'The frame is not an event and was ignored.', frame);
    } else if (this.#outline.ended) {
      this.#writer.warn(
        'event-late',
        `${event.type} arrived after the end and was ignored.`,
        event,
      );
    } else {
      this.#open(event);
      this.#apply(event);
    }
    return this.#writer.take();
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    if (!this.#opened || this.#outline.ended) return [];
    const stopped = reason === 'stopped' || this.#stopping;
    if (this.#waiting && !stopped) return []; // the stream may close while the agent waits
    this.#finish(stopped ? 'stopped' : 'interrupted');
    return this.#writer.take();
  }

  save(): Restore {
    const [opened, waiting, stopping] = [this.#opened, this.#waiting, this.#stopping];
    const parts = [this.#outline, this.#writer, this.#tools, this.#content];
    const restores = parts.map(part => part.save());
    return () => {
      this.#opened = opened;
      this.#waiting = waiting;
      this.#stopping = stopping;
      for (const restore of restores) restore();
    };
  }

  #open(event: UbikEvent): void {
    if (this.#opened) return;
    this.#opened = true;
    const createdAt = asText(event['timestamp']);
    this.#writer.openMessage(defined({role: 'assistant' as const, createdAt}));
  }

  #apply(event: UbikEvent): void {
    switch (event.type) {
      case 'response_chunk':
      case 'agent_response_chunk':
        this.#goesOn();
        this.#content.chunk(event);
        return;
      case 'connection_established':
      case 'agent_processing_started':
      case 'response_stream_start':
        this.#know({
          sessionId: givenId(event['session_id']),
          runId: givenId(event['task_id']),
          messageId: givenId(event['message_id']),
        });
        return;
      case 'agent_step_started':
        this.#goesOn();
        this.#content.startStep(event);
        return;
      case 'agent_step_progress':
        this.#goesOn();
        this.#content.stepProgress(event);
        return;
      case 'agent_step_completed':
        this.#content.completeStep(event);
        return;
      case 'agent_progress':
        this.#know({
          progress: numericOf(event['progress']),
          totalSteps: numericOf(event['total_steps']),
          note: asText(event['description']),
        });
        return;
      case 'agent_response_update':
        this.#know({
          messageId: givenId(event['message_id']),
          parentId: givenId(event['parent_id']),
        });
        this.#content.snapshot(event);
        return;
      case 'checkpoint_created':
        this.#content.checkpoint(event);
        return;
      case 'input_required':
        this.#content.question(event, textsOf(event['input_types']));
        this.#waits();
        return;
      case 'agent_stop_requested':
        this.#stopping = true;
        return;
      case 'agent_processing_complete':
        this.#know({messageId: givenId(event['message_id'])});
        if (!this.#stopping) this.#writer.ending = 'done';
        this.#content.settle(asText(event['content']));
        this.#finish(this.#stopping ? 'stopped' : 'done');
        return;
      case 'agent_processing_error':
        this.#outline.error = event;
        this.#content.fail(withoutPage(asText(event['error'])) ?? '');
        this.#finish(this.#stopping ? 'stopped' : 'failed');
        return;
      default:
        if (isToolEvent(event)) this.#tool(event);
        else this.#writer.warn('event-unknown', `The event type ${event.type} is unknown.`, event);
    }
  }

  #tool(event: ToolEvent): void {
    const execution = asText(event['tool_execution_id']);
    if (execution === undefined) {
      this.#writer.warn('tool-unnamed', `${event.type} has no execution id.`, event);
    } else {
      this.#tools.take(event, execution, this.#content.placeCall);
    }
    if (toolEvents[event.type] === 'asks') this.#waits();
    else if (!this.#tools.hasOpenQuestion) this.#goesOn();
  }

  #know(facts: Readonly<Record<string, unknown>>): void {
    const known = defined(facts);
    if (Object.keys(known).length > 0) this.#writer.assign(this.#writer.run, known);
  }

  #waits(): void {
    if (!this.#waiting) this.#writer.assign(this.#writer.run, {}, 'waiting');
    this.#waiting = true;
  }

  #goesOn(): void {
    if (this.#waiting) this.#writer.assign(this.#writer.run, {}, 'streaming');
    this.#waiting = false;
  }

  #finish(status: 'done' | 'failed' | 'stopped' | 'interrupted'): void {
    const question = this.#writer.question;
    this.#outline.ended = true;
    if (status === 'stopped') this.#writer.ending = status;
    this.#content.finish();
    this.#tools.finish();
    // A question at the end of a finished run can still be answered.
    if (status === 'done' && question !== undefined) {
      this.#writer.assign(this.#writer.run, {}, status);
    } else {
      this.#writer.close(this.#writer.run, status);
    }
  }
}
