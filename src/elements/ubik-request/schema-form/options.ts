import type {JsonSchema} from './resolve-schema.js';
import {sentJson} from '../../../core/json.js';
import {isRecord, visibleText} from '../../../core/values.js';

/** A choice between constants; the label is `undefined` for `true` and `false`, which the language labels. */
export interface Option {
  readonly value: unknown;
  readonly label: string | undefined;
}

export const booleans: readonly Option[] = [true, false].map(value => ({value, label: undefined}));

/** The constants of `const`, `enum` (with the labels of `enumNames`), or `oneOf` or `anyOf` of constants. */
export function optionsOf(schema: JsonSchema): readonly Option[] | undefined {
  const {enum: values, enumNames: names, oneOf, anyOf} = schema;
  if ('const' in schema) return [optionOf(schema['const'])];
  if (Array.isArray(values)) {
    const labels: readonly unknown[] = Array.isArray(names) ? names : [];
    return values.map((value, position) => optionOf(value, labels[position]));
  }
  const parts: unknown = oneOf ?? anyOf;
  if (!Array.isArray(parts) || parts.length === 0) return undefined;
  const constants = parts.filter(isRecord).filter(part => 'const' in part);
  if (constants.length < parts.length) return undefined;
  return constants.map(part => optionOf(part['const'], part['title']));
}

export function optionOf(value: unknown, title?: unknown): Option {
  const plain = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const isBoolean = typeof value === 'boolean';
  return {
    value,
    label: visibleText(title) ?? visibleText(plain) ?? (isBoolean ? undefined : sentJson(value)),
  };
}
