/**
 * The codes of the errors that this library reports. Every code is stable. Each has a label in `errors` of the locales,
 * or in the button that failed (`not_copied`, `copied_plain`). An agent can report codes of its own. `npm run derive`
 * writes these descriptions to the site's page of codes.
 */
export type ErrorCode =
  /** The browser is offline; nothing was sent. */
  | 'offline'
  /** No connection to the server (`Failed to fetch`, `ERR_CONNECTION_REFUSED`). */
  | 'unreachable'
  /** No connection to a server of another origin. It may not allow this page (CORS). */
  | 'cross_origin'
  /** A page loaded over HTTPS cannot send a request to an HTTP address. */
  | 'mixed_content'
  /** The Content Security Policy of the page does not allow the request. Add the origin to `connect-src`. */
  | 'blocked_by_policy'
  /** The server stopped responding, or responded with status 408. */
  | 'timeout'
  /** The stream was lost and could not be resumed. */
  | 'lost'
  /** The stream broke, or ended without the final event of the protocol, or the server has none, and the answer is not stored. */
  | 'truncated'
  /** It is unknown whether the message reached the server. It is sent again only on request of the user. */
  | 'unconfirmed'
  /** `getToken` or `tokenEndpoint` provided no token. */
  | 'token_unavailable'
  /** Status 400. */
  | 'bad_request'
  /** Status 401. */
  | 'unauthorized'
  /** Status 403. */
  | 'forbidden'
  /** Status 404 or 410: a session or file does not exist, or no longer. */
  | 'gone'
  /** Status 404, or 405 for a POST, before any request of this chat succeeded. `endpoint` is probably wrong. */
  | 'wrong_address'
  /** Status 409, or another tab is writing to a session that the browser stores: a run is in progress in this session. */
  | 'conflict'
  /** Status 413, payload too large: the body of the request exceeds the limit of the server, or of a proxy before it. */
  | 'too_large'
  /** Status 422. */
  | 'invalid'
  /** Status 429. `retryAfter` has the seconds to wait, if the server states them. */
  | 'rate_limited'
  /** Status 500 or above, such as 502 of a gateway. */
  | 'server_error'
  /** Any other status that is not successful. */
  | 'http_error'
  /** The response to a message is not a stream of the protocol. `contentType` and `expected` have the difference. */
  | 'not_a_stream'
  /** The response lacks what the protocol requires: HTML instead of JSON (`Unexpected token '<'`), a session without an id, unreadable events. */
  | 'invalid_response'
  /** The server could not process an uploaded file. */
  | 'file_failed'
  /** The browser could not read a file to upload: it is a folder, or was changed, moved or removed since it was chosen. */
  | 'file_unreadable'
  /** The protocol does not have this operation. */
  | 'unsupported'
  /** A run is in progress. Stop it first. */
  | 'busy'
  /** The agent or a tool has asked a question. Answer it first. */
  | 'question_open'
  /** The user has not agreed yet that the chat sends requests and stores data. */
  | 'no_consent'
  /** Neither `endpoint` nor `transport` is set. */
  | 'no_endpoint'
  /** `endpoint` is the API of a model provider, which requires a secret key. Use a server of your own between them. */
  | 'unsafe_endpoint'
  /** The server redirected the request to another origin, or to an address that a page cannot read. */
  | 'redirected'
  /** The response exceeds the maximum size. */
  | 'answer_too_large'
  /** No protocol is registered under the given name. */
  | 'unknown_protocol'
  /** The request cannot be created: an id or a header contains invalid characters. */
  | 'invalid_request'
  /** No message, request or checkpoint has the given id. */
  | 'not_found'
  /** The agent reported that the run failed. `detail` has its message. */
  | 'agent'
  /** A function of the protocol of the page threw an exception. The console has the frame and the stack. */
  | 'protocol_failed'
  /** The model is overloaded (Anthropic Messages). */
  | 'overloaded_error'
  /** A script of the chat could not be loaded, or its integrity hash is wrong. */
  | 'not_loaded'
  /** The browser could not read a text aloud. */
  | 'not_read'
  /** Dictation failed. The page may not have access to the microphone. */
  | 'not_dictated'
  /** Nothing was copied to the clipboard. */
  | 'not_copied'
  /** Only the Markdown was copied to the clipboard; the formatting could not be loaded. */
  | 'copied_plain'
  /** Any other error. */
  | 'unknown';
