import {nothing} from 'lit';
import type {Labels} from '../../locales/en.js';
import type {Field, InputField, ListField} from './fields.js';

/** The state of a form, and how to change its lists and variants. */
export interface FormState {
  readonly labels: Labels;
  /** What is wrong with a field, by its name. */
  readonly problems: ReadonlyMap<string, string>;
  /** The names of the entries of a list. */
  readonly entries: (list: string, field: ListField) => readonly string[];
  /** The number of the chosen variant of a field; `undefined` or empty if none is. */
  readonly variantOf: (name: string) => string | undefined;
  readonly choose: (name: string, number: string) => void;
  readonly add: (list: string, field: ListField) => void;
  readonly remove: (list: string, field: ListField, entry: string) => void;
}

/** A field with what its template needs. */
export interface Placed<F extends Field = Field> {
  readonly field: F;
  readonly name: string;
  /** The id of the input; those of its label, hint and problem are derived from it. */
  readonly id: string;
  /** The label; for the only field of a form the question is the label instead. */
  readonly label: string | undefined;
  readonly problem: string | undefined;
}

export const idOf = (name: string): string => encodeURIComponent(name);

export const invalid = ({problem}: Placed): 'true' | 'false' =>
  problem === undefined ? 'false' : 'true';

export const labelledBy = ({id, label}: Placed): string =>
  label === undefined ? 'prompt' : `${id}-label`;

export function describedBy({id, field, problem}: Placed): string | typeof nothing {
  const hint = field.description !== undefined || field.kind === 'any' ? `${id}-hint` : '';
  return [hint, problem === undefined ? '' : `${id}-problem`].filter(Boolean).join(' ') || nothing;
}

export function stepOf({type, schema}: InputField): string {
  if (type !== 'number') return '';
  return schema['type'] === 'integer' ? '1' : 'any';
}
