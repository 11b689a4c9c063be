import type {ChatFault} from '../../controller/types.js';
import type {
  CheckpointItem,
  ErrorItem,
  MessageItem,
  RequestItem,
  StepItem,
  ToolItem,
} from '../../core/model/item.js';
import type {Diagnostic} from '../../core/protocol/types.js';
import {UbikEvent} from './event.js';

/** The chat is connected and shows what was said before. */
export class UbikReadyEvent extends UbikEvent {
  constructor() {
    super('ubik-ready');
  }
}

/** The agent began to answer. */
export class UbikTurnStartEvent extends UbikEvent {
  readonly message: MessageItem;

  constructor(message: MessageItem) {
    super('ubik-turn-start');
    this.message = message;
  }
}

/** The agent's answer has ended; its `status` tells how. */
export class UbikTurnEndEvent extends UbikEvent {
  readonly message: MessageItem;

  constructor(message: MessageItem) {
    super('ubik-turn-end');
    this.message = message;
  }
}

/** A step began or ended. */
export class UbikStepEvent extends UbikEvent {
  readonly item: StepItem;

  constructor(item: StepItem) {
    super('ubik-step');
    this.item = item;
  }
}

/** A tool began or ended. */
export class UbikToolEvent extends UbikEvent {
  readonly item: ToolItem;

  constructor(item: ToolItem) {
    super('ubik-tool');
    this.item = item;
  }
}

/** The agent or a tool waits for an answer. */
export class UbikInputRequiredEvent extends UbikEvent {
  readonly item: RequestItem;

  constructor(item: RequestItem) {
    super('ubik-input-required');
    this.item = item;
  }
}

/** A point was reached that can be returned to. */
export class UbikCheckpointEvent extends UbikEvent {
  readonly item: CheckpointItem;

  constructor(item: CheckpointItem) {
    super('ubik-checkpoint');
    this.item = item;
  }
}

/** Something failed. */
export class UbikErrorEvent extends UbikEvent {
  readonly fault: ChatFault;
  /** The error as it stands in the conversation, where it does. */
  readonly item: ErrorItem | undefined;

  constructor(fault: ChatFault, item?: ErrorItem) {
    super('ubik-error');
    this.fault = fault;
    this.item = item;
  }
}

/** The chat opened or closed (layouts `float` and `sidebar`). */
export class UbikOpenChangeEvent extends UbikEvent {
  readonly open: boolean;

  constructor(open: boolean) {
    super('ubik-open-change');
    this.open = open;
  }
}

/** The number of messages that came while the chat was closed has changed. */
export class UbikUnreadChangeEvent extends UbikEvent {
  readonly unread: number;

  constructor(unread: number) {
    super('ubik-unread-change');
    this.unread = unread;
  }
}

/** Another session is shown, or none. */
export class UbikSessionChangeEvent extends UbikEvent {
  readonly session: string | undefined;

  constructor(session: string | undefined) {
    super('ubik-session-change');
    this.session = session;
  }
}

/** Something odd on the wire that stopped nothing. */
export class UbikDiagnosticEvent extends UbikEvent {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super('ubik-diagnostic');
    this.diagnostic = diagnostic;
  }
}

/** The user has left, here or in another tab: nothing is left of what was said and remembered. */
export class UbikShutdownEvent extends UbikEvent {
  constructor() {
    super('ubik-shutdown');
  }
}
