import {defined, isRecord, recordOf, textOf} from '../values.js';
import type {WireFault} from '../types.js';

/**
 * Reads a failure in any of its forms: the platform's error object, bare or in its envelope, the data of a
 * frame named `error`, a plain string; nothing for `null`, which says that there is none.
 */
export function faultOf(error: unknown): WireFault | undefined {
  if (error === undefined || error === null || error === '') return undefined;
  if (typeof error === 'string') return {code: 'unknown', text: error};
  const outer = recordOf(error);
  // A stored message keeps its failure one level down, beside who reported it.
  if (outer['error'] !== undefined && outer['error'] !== null) return faultOf(outer['error']);
  const base = isRecord(outer['BaseError']) ? outer['BaseError'] : outer;
  const text = textOf(base['description']) ?? textOf(base['message']);
  return {
    code: textOf(base['error_code']) ?? textOf(base['code']) ?? 'unknown',
    ...defined({text, advice: textOf(base['solution'])}),
  };
}
