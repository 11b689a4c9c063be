import {type OutputUnit, type Schema, type SchemaDraft, Validator} from '@cfworker/json-schema';
import {decodeSegment, isSchema, lookUpReference, textOf} from './resolve-schema.js';
import {nameIn} from './read-fields.js';

/** Something that is wrong with a value. */
export interface Problem {
  /** The JSON Pointer of the value; that of a missing value names the place where it should be. */
  readonly pointer: string;
  /** The keyword of JSON Schema that it violates. */
  readonly keyword: string;
  /** The value of the keyword, such as the minimum. */
  readonly limit: unknown;
}

/** Keywords that only report that something inside them is wrong, with an error of its own. */
const containers = new Set(
  '$ref $recursiveRef properties patternProperties items prefixItems additionalItems allOf if'.split(
    ' ',
  ),
);

/** A value may violate several alternatives; the error of a keyword further to the left describes it best. */
const precedence = 'required format pattern minLength maxLength minimum maximum const enum';

/** What is wrong with a value, at most one problem for each place. A schema that cannot be applied accepts every value. */
export function validate(schema: unknown, value: unknown): readonly Problem[] {
  if (!isSchema(schema)) return [];
  const problems = new Map<string, Problem>();
  for (const error of errorsOf(schema, value)) {
    if (containers.has(error.keyword)) continue;
    for (const problem of problemsOf(error, schema, value)) {
      const before = problems.get(problem.pointer);
      if (!before || rank(problem) < rank(before)) problems.set(problem.pointer, problem);
    }
  }
  return [...problems.values()];
}

function rank({keyword}: Problem): number {
  const position = precedence.split(' ').indexOf(keyword);
  if (position >= 0) return position;
  return keyword === 'anyOf' || keyword === 'oneOf' ? 101 : 100;
}

/** The validator adds properties to the schema, and throws if a reference or a pattern is invalid. */
function errorsOf(schema: Schema, value: unknown): readonly OutputUnit[] {
  try {
    return new Validator(structuredClone(schema), draftOf(schema), false).validate(value).errors;
  } catch {
    return [];
  }
}

function draftOf({$schema = ''}: Schema): SchemaDraft {
  const [draft] = /draft-0?[4-7]|2019-09/.exec($schema) ?? [];
  if (draft === '2019-09') return draft;
  if (draft === undefined) return '2020-12';
  return draft.endsWith('4') ? '4' : '7';
}

const segmentsOf = (location: string): readonly string[] =>
  location.split('/').slice(1).map(decodeSegment);

/** An error about missing keys is reported at their object, once for each key; it becomes one problem for each place. */
function problemsOf(error: OutputUnit, schema: unknown, value: unknown): readonly Problem[] {
  const {keyword, instanceLocation, keywordLocation} = error;
  const segments = segmentsOf(instanceLocation);
  const pointer = segments.reduce(nameIn, '');
  const limit = keywordValue(schema, segmentsOf(keywordLocation));
  if (keyword !== 'required' || !Array.isArray(limit)) return [{pointer, keyword, limit}];
  const owner = segments.reduce(memberOf, value);
  const missing = limit.map(String).filter(key => !isSchema(owner) || !Object.hasOwn(owner, key));
  return missing.map(key => ({pointer: nameIn(pointer, key), keyword, limit: true}));
}

/** The value of a keyword, by its location, which leads through references. */
function keywordValue(schema: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((found, segment) => {
    const part = memberOf(found, segment);
    return segment === '$ref' && textOf(part) !== undefined ? lookUpReference(part, schema) : part;
  }, schema);
}

function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)] as unknown;
  return isSchema(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
