import type * as explanations from './explain-error.js';
import {toErrorInfo} from './http/errors.js';
import type {ErrorInfo} from './types.js';
import type {Diagnostic} from '../core/protocol/diagnostics.js';

type Explanations = typeof explanations;

/**
 * Writes to the console with texts that are loaded with the first report. Writes the bare facts if they cannot be loaded, or
 * if an exception of the page cannot be printed.
 */
function explain(write: (texts: Explanations) => void, ...facts: readonly unknown[]): void {
  import('./explain-error.js').then(write).catch(() => console.warn('Ubik Chat:', ...facts));
}

/** Writes one line about an error that may be a mistake of the page or its server, once for each mistake. */
export function reportToDeveloper(error: ErrorInfo): void {
  explain(({warnOnce}) => warnOnce(error), error.code, error.url);
}

/** Writes one line about a request of an operation that the server refuses, where the chat goes on without its result. */
export function reportUnserved(error: unknown, operation: string): void {
  const info = toErrorInfo(error);
  const expected = `the operation \`${operation}\` of the protocol`;
  reportToDeveloper(info.status === undefined ? info : {expected, ...info});
}

/**
 * Writes a diagnostic about code of the page, which rarely listens to diagnostics: an exception of its own protocol, with
 * its frame and stack, or of one of its tools, a call of a tool that nobody will run, and a context that was not sent. Each is
 * written once.
 */
export function reportDiagnostic({code, message, data}: Diagnostic): void {
  const line = `${code}. ${message}`;
  if (code === 'protocol-exception')
    explain(({warnOfException}) => warnOfException(message, data), message, data);
  else if (code === 'call-not-run' || code === 'context-not-sent')
    explain(({warnOfMistake}) => warnOfMistake(line), line);
  else if (code === 'tool-failed') explain(({warnOfMistake}) => warnOfMistake(line, data), line);
}
