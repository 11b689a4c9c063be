import type {MessageItem} from '../../../src/core/model/item.js';
import type {Diagnostic} from '../../../src/core/protocol/diagnostics.js';

/** The message that a stream results in, and the diagnostics that were reported. */
export interface FoldedMessage {
  readonly message: MessageItem;
  readonly reports: readonly Diagnostic[];
}
