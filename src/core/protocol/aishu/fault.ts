import {defined, isRecord, asRecord, asText} from '../values.js';
import type {WireFault} from '../types.js';

/**
 * Reads a failure in any of its forms: the platform's error object, bare or in its envelope, the data of a
 * frame named `error`, a plain string; nothing for `null`, which says that there is none.
 */
export function faultOf(error: unknown): WireFault | undefined {
  if (error === undefined || error === null || error === '') return undefined;
  if (typeof error === 'string') return {code: 'unknown', text: error};
  const outer = asRecord(error);
  // A stored message keeps its failure one level down, beside who reported it.
  if (outer['error'] !== undefined && outer['error'] !== null) return faultOf(outer['error']);
  const base = isRecord(outer['BaseError']) ? outer['BaseError'] : outer;
  const text = asText(base['description']) ?? asText(base['message']);
  return {
    code: asText(base['error_code']) ?? asText(base['code']) ?? 'unknown',
    ...defined({text, advice: asText(base['solution'])}),
  };
}
