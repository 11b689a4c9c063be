export {ChatController} from './chat-controller.js';
export {ChatError} from './faults.js';
export type {FaultCode} from './faults.js';
export type {ProtocolSource} from './protocol-source.js';
export type * from './types.js';
export type {UploadOptions} from './uploads.js';
export type {Wake, World} from './world.js';
