export {ChatKitDataAgent} from './data-agent.js';
export {chatMessageOf} from './chat-message.js';
export {ChatError} from '../controller/http/errors.js';
export {BlockType, RoleType} from './types.js';
export type * from './types.js';
export type {
  ApplicationContext,
  AssistantMessage,
  EventInput,
  EventMessage,
} from '../core/index.js';
