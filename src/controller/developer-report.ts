import type {ErrorInfo} from './types.js';
import type {Diagnostic} from '../core/protocol/diagnostics.js';

/**
 * Writes one line to the console about an error that may be a mistake of the page or its server, once for each mistake.
 * The texts are loaded with the first error.
 */
export function reportToDeveloper(error: ErrorInfo): void {
  import('./explain-error.js').then(
    ({warnOnce}) => warnOnce(error),
    () => console.warn('Ubik Chat:', error.code, error.url),
  );
}

/** Writes to the console that nobody will run a call, once for each tool: a page rarely listens to diagnostics. */
export function reportUnrunCall({code, message}: Diagnostic): void {
  if (code !== 'call-not-run') return;
  const line = `${code}. ${message}`;
  import('./explain-error.js').then(
    ({warnOfMistake}) => warnOfMistake(line),
    () => console.warn('Ubik Chat:', line),
  );
}

/** Writes an exception of a function of the page's own protocol to the console, with its frame and stack, once. */
export function reportExceptionToDeveloper({message, data}: Diagnostic): void {
  import('./explain-error.js').then(
    ({warnOfException}) => warnOfException(message, data),
    () => console.warn('Ubik Chat:', message, data),
  );
}
