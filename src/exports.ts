// Begin here for what a page can import: the public API of the package. Importing it registers nothing.
// Not from `controller/index.js`: it also exports `withLocalSessions`, which the attribute `local-sessions` loads lazily.
export {ChatController} from './controller/chat-controller.js';
export {ChatError} from './controller/http/errors.js';
export type * from './controller/index.js';
export {toolInput, toolOutput} from './core/model/select.js';
export {Registry} from './core/registry.js';
export {define} from './define.js';
export {renderers} from './elements/base/services.js';
export {type ProtocolName, protocols} from './controller/protocols.js';
export type {Consent, Layout} from './elements/ubik-chat/ubik-chat.js';
export * from './elements/events.js';
export type {MarkdownEngine, ParsedText} from './core/markdown/engine.js';
export {Markdown} from './core/markdown/markdown.js';
export type {MarkdownExtension, MarkdownTokens} from './core/markdown/markdown.js';
export type {
  BlockSyntax,
  InlineSyntax,
  MarkdownSyntax,
  MarkdownToken,
} from './core/markdown/syntax.js';
export {type MarkdownOutput, markdown} from './elements/base/markdown-service.js';
export type {RawHtml} from './elements/shared/html/sanitize.js';
export type {ShareUrl} from './elements/shared/export/save.js';
export type {Labels} from './elements/locales/en.js';
export {type Locale, locales} from './elements/locales/locales.js';
export type {LabelOverrides} from './elements/locales/labels.js';
export type {
  AppDeclaration,
  AppHost,
  KindRenderer,
  RenderContext,
  Renderer,
  RendererRegistry,
  Services,
} from './elements/base/services.js';
export type * from './elements/tags.js';
export {UbikChat} from './elements/ubik-chat/ubik-chat.js';
export type {UbikApp} from './elements/ubik-app/ubik-app.js';
export type {UbikCheckpoint} from './elements/ubik-checkpoint/ubik-checkpoint.js';
export {UbikComposer} from './elements/ubik-composer/ubik-composer.js';
export type {UbikConsent} from './elements/ubik-consent/ubik-consent.js';
export type {UbikDictation} from './elements/ubik-dictation/ubik-dictation.js';
export type {UbikFile} from './elements/ubik-file/ubik-file.js';
export type {UbikJson} from './elements/ubik-json/ubik-json.js';
export {UbikLauncher} from './elements/ubik-launcher/ubik-launcher.js';
export {UbikMarkdown} from './elements/ubik-markdown/ubik-markdown.js';
export type {UbikMenu} from './elements/ubik-menu/ubik-menu.js';
export {UbikMessage} from './elements/ubik-message/ubik-message.js';
export {UbikNotice} from './elements/ubik-notice/ubik-notice.js';
export type {UbikRequest} from './elements/ubik-request/ubik-request.js';
export type {UbikPage} from './elements/ubik-page/ubik-page.js';
export type {UbikSessions} from './elements/ubik-sessions/ubik-sessions.js';
export type {UbikSources} from './elements/ubik-sources/ubik-sources.js';
export {UbikStep} from './elements/ubik-step/ubik-step.js';
export {UbikThinking} from './elements/ubik-thinking/ubik-thinking.js';
export {UbikTool} from './elements/ubik-tool/ubik-tool.js';
export {UbikTranscript} from './elements/ubik-transcript/ubik-transcript.js';
export type {UbikConversation} from './elements/ubik-conversation/ubik-conversation.js';
export type {UbikItems} from './elements/ubik-items/ubik-items.js';
export {UbikProgress} from './elements/ubik-progress/ubik-progress.js';
export {UbikStatus} from './elements/ubik-status/ubik-status.js';
export {UbikSuggestions} from './elements/ubik-suggestions/ubik-suggestions.js';
export {version} from './elements/base/version.js';

// The types of the tags.
export type * from './elements/ubik-chat/ubik-chat.define.js';
export type * from './elements/ubik-sessions/ubik-sessions.define.js';
