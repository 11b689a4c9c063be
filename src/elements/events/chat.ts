// What the chat reports. `chat-events.ts` creates most of these events from those of the controller.
import type {ErrorInfo} from '../../controller/types.js';
import type {
  CheckpointItem,
  DataItem,
  ErrorItem,
  MessageItem,
  RequestItem,
  StepItem,
  ToolItem,
} from '../../core/model/item.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import {UbikElementEvent} from './event.js';

/** The chat is connected and displays the conversation so far. */
export class UbikReadyEvent extends UbikElementEvent {
  constructor() {
    super('ubik-ready');
  }
}

/** The agent's answer has started. */
export class UbikTurnStartEvent extends UbikElementEvent {
  readonly message: MessageItem;

  constructor(message: MessageItem) {
    super('ubik-turn-start');
    this.message = message;
  }
}

/**
 * The agent's answer has ended; `message.status` is the outcome. An answer that a question or a page tool pauses may be sent by
 * several runs: each fires `ubik-turn-start` and `ubik-turn-end`. An answer that is left before its end, for another session or
 * because the chat ends, fires only the first.
 */
export class UbikTurnEndEvent extends UbikElementEvent {
  readonly message: MessageItem;

  constructor(message: MessageItem) {
    super('ubik-turn-end');
    this.message = message;
  }
}

/** A step has started or ended. */
export class UbikStepChangeEvent extends UbikElementEvent {
  readonly item: StepItem;

  constructor(item: StepItem) {
    super('ubik-step-change');
    this.item = item;
  }
}

/** A tool call has started or ended. */
export class UbikToolChangeEvent extends UbikElementEvent {
  readonly item: ToolItem;

  constructor(item: ToolItem) {
    super('ubik-tool-change');
    this.item = item;
  }
}

/** The agent or a tool has asked the user a question. */
export class UbikInputRequiredEvent extends UbikElementEvent {
  readonly item: RequestItem;

  constructor(item: RequestItem) {
    super('ubik-input-required');
    this.item = item;
  }
}

/** The run has reached a checkpoint. */
export class UbikCheckpointReachedEvent extends UbikElementEvent {
  readonly item: CheckpointItem;

  constructor(item: CheckpointItem) {
    super('ubik-checkpoint-reached');
    this.item = item;
  }
}

/** Data of the application has arrived with an answer, or was replaced. */
export class UbikDataEvent extends UbikElementEvent {
  readonly item: DataItem;

  constructor(item: DataItem) {
    super('ubik-data');
    this.item = item;
  }
}

/** Something failed. */
export class UbikErrorEvent extends UbikElementEvent {
  readonly error: ErrorInfo;
  /** The item of the conversation, if the error is part of it. */
  readonly item: ErrorItem | undefined;

  /** @internal Whether a file was not saved because of the error. */
  readonly isOfFile: boolean;

  constructor(error: ErrorInfo, item?: ErrorItem, isOfFile = false) {
    super('ubik-error');
    this.error = error;
    this.item = item;
    this.isOfFile = isOfFile;
  }
}

/** The chat opened or closed (layouts `float` and `sidebar`). */
export class UbikOpenChangeEvent extends UbikElementEvent {
  readonly open: boolean;

  constructor(open: boolean) {
    super('ubik-open-change');
    this.open = open;
  }
}

/** What arrived while the chat was closed has changed. */
export class UbikUnreadChangeEvent extends UbikElementEvent {
  /** The number of answers and questions. */
  readonly unread: number;
  /** Whether the assistant waits for an answer of the user. */
  readonly needsAnswer: boolean;

  constructor(unread: number, needsAnswer = false) {
    super('ubik-unread-change');
    this.unread = unread;
    this.needsAnswer = needsAnswer;
  }
}

/** The answer of the user to the question for consent. */
export type ConsentDecision = 'granted' | 'declined';

/** The user has agreed that the chat sends requests and stores data, or declined. */
export class UbikConsentEvent extends UbikElementEvent {
  readonly decision: ConsentDecision;

  constructor(decision: ConsentDecision) {
    super('ubik-consent');
    this.decision = decision;
  }
}

/** The user has seen with whom the chat is: that the assistant is an AI, or which person is answering. */
export class UbikDisclosedEvent extends UbikElementEvent {
  /** The text that was displayed. */
  readonly text: string;
  /** The id of the session, once there is one: usually with the first message. */
  readonly session: string | undefined;

  constructor(text: string, session?: string) {
    super('ubik-disclosed');
    this.text = text;
    this.session = session;
  }
}

/** Another session is displayed, or none. */
export class UbikSessionChangeEvent extends UbikElementEvent {
  readonly session: string | undefined;

  constructor(session: string | undefined) {
    super('ubik-session-change');
    this.session = session;
  }
}

/** The chat has found something unexpected in a stream. */
export class UbikDiagnosticEvent extends UbikElementEvent {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super('ubik-diagnostic');
    this.diagnostic = diagnostic;
  }
}

/** The user has signed out, here or in another tab: all data of the user has been cleared from the page. */
export class UbikShutdownEvent extends UbikElementEvent {
  constructor() {
    super('ubik-shutdown');
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ubik-ready': UbikReadyEvent;
    'ubik-turn-start': UbikTurnStartEvent;
    'ubik-turn-end': UbikTurnEndEvent;
    'ubik-step-change': UbikStepChangeEvent;
    'ubik-tool-change': UbikToolChangeEvent;
    'ubik-input-required': UbikInputRequiredEvent;
    'ubik-checkpoint-reached': UbikCheckpointReachedEvent;
    'ubik-data': UbikDataEvent;
    'ubik-error': UbikErrorEvent;
    'ubik-open-change': UbikOpenChangeEvent;
    'ubik-unread-change': UbikUnreadChangeEvent;
    'ubik-consent': UbikConsentEvent;
    'ubik-disclosed': UbikDisclosedEvent;
    'ubik-session-change': UbikSessionChangeEvent;
    'ubik-diagnostic': UbikDiagnosticEvent;
    'ubik-shutdown': UbikShutdownEvent;
  }
}
