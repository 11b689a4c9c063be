/**
 * The pure core, which is also an SDK for its protocols: bytes become frames, frames become ops, ops fold into a
 * conversation of items. Nothing here needs a page, a network or a clock.
 *
 * @packageDocumentation
 */
export type * from './model/item.js';
export {emptyConversation} from './model/item.js';
export type * from './model/op.js';
export {diffItems} from './model/difference.js';
export {reduce} from './model/reduce.js';
export {
  answeringPerson,
  checkpoints,
  currentAuthor,
  currentStep,
  elapsed,
  parseTimestamp,
  openRequests,
  plainText,
  progress,
  sources,
  toolInput,
  toolLogs,
  toolOutput,
  walk,
  type Parent,
} from './model/select.js';
export {shareStructure} from './model/share.js';
export {englishLabels, type MarkdownLabels} from './model/markdown-labels.js';
export {toMarkdown, type ToMarkdownOptions} from './model/to-markdown.js';
export {parsePartialJson} from './partial-json.js';
export {aishu, createAishu} from './protocol/aishu/index.js';
export type {
  AccumulateOptions,
  AishuOptions,
  AishuProtocol,
  AssistantMessage,
  EventInput,
  EventMessage,
} from './protocol/aishu/index.js';
export {copilotKit, createCopilotKit} from './protocol/ag-ui/copilotkit.js';
export type {CopilotKitOptions} from './protocol/ag-ui/copilotkit.js';
export {agUi, createAgUi} from './protocol/ag-ui/index.js';
export type {AgMessage, AgUiOptions, Interrupt, TurnRecord} from './protocol/ag-ui/index.js';
export {aiSdk, createAiSdk} from './protocol/ai-sdk/index.js';
export type {AiSdkOptions, UiMessage, UiPart} from './protocol/ai-sdk/index.js';
export {anthropic} from './protocol/anthropic/index.js';
export type {
  Accumulated,
  AnthropicBlock,
  AnthropicError,
  AnthropicMessage,
} from './protocol/anthropic/index.js';
export {createOpenai, openai} from './protocol/openai/index.js';
export type {OpenaiOptions, ResponseRecord} from './protocol/openai/index.js';
export {createOpenaiChat, openaiChat} from './protocol/openai-chat/index.js';
export type {OpenaiChatOptions} from './protocol/openai-chat/index.js';
export {createProtocol} from './protocol/custom/create-protocol.js';
export type {ProtocolDescription} from './protocol/custom/create-protocol.js';
export type {AnswerFacts, AnswerWriter, WrittenQuestion} from './protocol/custom/answer-writer.js';
export {turnsOf} from './protocol/custom/turns.js';
export type {Turn, TurnCall} from './protocol/custom/turns.js';
export {EventLog} from './protocol/frames/event-log.js';
export type * from './protocol/local-session-types.js';
export type * from './protocol/session-types.js';
export {foldFrames} from './protocol/frames/fold.js';
export type * from './protocol/diagnostics.js';
export type * from './protocol/types.js';
export {Registry} from './registry.js';
export type {Frame} from './sse/frame.js';
export {backoff} from './sse/backoff.js';
export {LineParser} from './sse/line-parser.js';
export {FrameParser, parseFrames, type FrameParserOptions} from './sse/frame-parser.js';
export {ubik, ubikExecution} from './protocol/ubik/index.js';
export type {GivenAnswer} from './protocol/ubik/rebuild/layout.js';
