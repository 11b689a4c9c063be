export {ChatController} from './chat-controller.js';
export {ChatError} from './http/errors.js';
export type {ErrorCode} from './error-codes.js';
export {withLocalSessions} from '../local-sessions/with-local-sessions.js';
export type {LocalSessionOptions} from '../local-sessions/with-local-sessions.js';
export type * from './types.js';
export type {UploadOptions} from './turns/uploads.js';
export type {WakeReason, Environment} from './environment.js';
