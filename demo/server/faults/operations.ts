/** Operations by method and path below `/api/v1` (or the complete path elsewhere). */
const operations: readonly (readonly [operation: string, method: string, path: RegExp])[] = [
  ['send', 'POST', /^\/agent-sessions\/([^/]+)\/messages$/],
  ['edit', 'POST', /^\/agent-sessions\/([^/]+)\/messages\/[^/]+\/edit$/],
  ['regenerate', 'POST', /^\/agent-sessions\/([^/]+)\/messages\/[^/]+\/regenerate$/],
  ['restore', 'POST', /^\/agent-sessions\/([^/]+)\/navigate-to-checkpoint$/],
  ['attach', 'GET', /^\/agent-sessions\/([^/]+)\/stream$/],
  ['stop', 'POST', /^\/agent-sessions\/([^/]+)\/stop$/],
  ['history', 'GET', /^\/agent-sessions\/([^/]+)\/messages$/],
  ['message', 'GET', /^\/agent-sessions\/([^/]+)\/messages\/[^/]+$/],
  ['navigate', 'POST', /^\/agent-sessions\/([^/]+)\/navigate$/],
  ['checkpoints', 'GET', /^\/agent-sessions\/([^/]+)\/checkpoints$/],
  ['upload', 'POST', /^\/agent-sessions\/([^/]+)\/upload$/],
  ['create', 'POST', /^\/agent-sessions$/],
  ['sessions', 'GET', /^\/agent-sessions$/],
  ['session', 'GET', /^\/agent-sessions\/([^/]+)$/],
  ['rename', 'PATCH', /^\/agent-sessions\/([^/]+)$/],
  ['remove', 'DELETE', /^\/agent-sessions\/([^/]+)$/],
  ['provide-input', 'POST', /^\/tool-executions\/[^/]+\/provide-input$/],
  ['follow-tool', 'GET', /^\/tool-executions\/[^/]+\/stream$/],
  ['document', 'GET', /^\/documents\/[^/]+$/],
  ['token', 'POST', /^\/demo\/token$/],
];

const streaming = new Set(['send', 'edit', 'regenerate', 'restore', 'attach', 'follow-tool']);

export function operationOf(
  method: string,
  path: string,
): {operation: string; session: string | undefined} {
  const place = path.replace(/^\/api\/v1(?=\/)/, '');
  for (const [operation, wanted, pattern] of operations) {
    const match = wanted === method ? pattern.exec(place) : null;
    if (match) return {operation, session: match[1]};
  }
  return {operation: 'other', session: undefined};
}

/** Valid values of `on`. */
export const operationNames: readonly string[] = operations.map(([name]) => name);

/** Whether the response of an operation can be a stream. */
export function isStreaming(operation: string): boolean {
  return streaming.has(operation);
}
