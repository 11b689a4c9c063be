import {asText} from '../../../core/values.js';
import type {Purpose} from './autocomplete.js';

/** How a format of JSON Schema is entered. */
export interface Format {
  /** The type of the input. */
  readonly type: 'date' | 'time' | 'datetime-local' | 'email' | 'url' | 'tel' | 'password';
  /** The label that says what to enter; without it, a general one. */
  readonly problem?: 'date' | 'email' | 'time' | 'uri';
  /** What a browser may fill in; without it, the key of the field decides. */
  readonly purpose?: Purpose;
}

const email: Format = {type: 'email', problem: 'email', purpose: 'email'};
const url: Format = {type: 'url', problem: 'uri'};
const tel: Format = {type: 'tel', purpose: 'tel'};

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date', {type: 'date', problem: 'date'}],
  ['time', {type: 'time', problem: 'time'}],
  ['date-time', {type: 'datetime-local', problem: 'date'}],
  ['email', email],
  ['idn-email', email],
  ['uri', url],
  ['url', url],
  ['iri', url],
  ['tel', tel],
  ['phone', tel],
  // A password for an agent is no password that a browser should fill in.
  ['password', {type: 'password', purpose: 'off'}],
]);

/** The format of a schema, if its values have an input of their own. */
export const formatOf = ({format}: {readonly format?: unknown}): Format | undefined =>
  formats.get(asText(format) ?? '');
