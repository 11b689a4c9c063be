import {ChatError, type ResponseFacts} from './errors.js';

/**
 * Sends a request, and finds out whether the Content Security Policy of the page blocked it. The promise of `fetch`
 * rejects without a reason, and before the event about the violation is fired.
 */
export async function withPolicyCheck<T>(facts: ResponseFacts, send: () => Promise<T>): Promise<T> {
  if (typeof document === 'undefined') return send();
  let directive: string | undefined;
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    if (facts.url?.startsWith(event.blockedURI.split(/[?#]/)[0] ?? '')) {
      directive = event.effectiveDirective;
    }
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    return await send();
  } catch (error) {
    if (error instanceof TypeError) await new Promise(resolve => setTimeout(resolve));
    if (directive === undefined) throw error;
    const info = {
      code: 'blocked_by_policy',
      ...facts,
      received: directive,
      retryable: false,
    } as const;
    throw new ChatError(info, {sent: false, cause: error});
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}
