export {ChatKitDataAgent} from './data-agent.js';
export {chatMessageOf} from './chat-message.js';
export {ChatError} from '../controller/http/errors.js';
export {BlockType, RoleType} from './types.js';
export type * from './types.js';
export type {ApplicationContext} from '../core/protocol/types.js';
export type {AssistantMessage} from '../core/protocol/aishu/accumulator.js';
export type {EventInput, EventMessage} from '../core/protocol/aishu/accumulator.js';
