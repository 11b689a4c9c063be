/**
 * The package's root, where a bundler begins: registers the elements, and exports what a page needs. Protocols, decoders and
 * the other tools of the SDK are in `ubik-chat/core`.
 *
 * @packageDocumentation
 */
export * from './widget.js';
export type {
  Author,
  CheckpointItem,
  Conversation,
  ErrorItem,
  FileItem,
  Item,
  ItemBase,
  ItemKinds,
  Kind,
  Mark,
  MessageItem,
  NoticeItem,
  Phase,
  RequestAnswer,
  RequestItem,
  SourceItem,
  Status,
  StepItem,
  TextItem,
  ThinkingItem,
  ToolItem,
  Usage,
} from './core/model/item.js';
export {plainText} from './core/model/select.js';
export type {Diagnostic, DiagnosticCode} from './core/protocol/diagnostics.js';
export type * from './core/protocol/session-types.js';
export type {
  ApplicationContext,
  FileLike,
  Operations,
  Protocol,
  RequestShape,
  ResponseData,
} from './core/protocol/types.js';
export type {Frame} from './core/sse/frame.js';
