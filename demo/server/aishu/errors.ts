import {ApiError} from '../errors.js';

const codes: Readonly<Record<number, string>> = {
  401: 'AgentAPP.InvalidRequestHeader.Authorization',
  403: 'AgentAPP.Forbidden.PermissionDenied',
  404: 'AgentAPP.Conversation.NotFound',
  422: 'AgentAPP.InvalidParameter.RequestBody',
};

/** An error response in the platform's flat format. */
export function errorResponse(error: Error): Response {
  const known = error instanceof ApiError;
  if (!known) console.error(error);
  const body = {
    error_code: codes[known ? error.status : 500] ?? 'AgentAPP.InternalError',
    description: known && typeof error.detail === 'string' ? error.detail : error.message,
    solution: '',
    error_link: '',
    error_details: known ? error.detail : null,
  };
  // The platform answers invalid bodies with 400.
  const status = known ? (error.status === 422 ? 400 : error.status) : 500;
  return Response.json(body, {status});
}
