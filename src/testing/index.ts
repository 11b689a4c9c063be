/**
 * For tests of pages with a chat: an agent without a server, the chat as a page object, and recordings as fixtures.
 *
 * @packageDocumentation
 */
export {
  chatOf,
  type ChatOfOptions,
  type ChatUnderTest,
  type PageLike,
  type ReadMessage,
} from './chat-of.js';
export {fromRecording, ScriptedAgent} from './scripted-agent.js';
