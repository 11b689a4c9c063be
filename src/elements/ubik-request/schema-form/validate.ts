import {type OutputUnit, type Schema, type SchemaDraft, Validator} from '@cfworker/json-schema';
import {sentJson} from '../../../core/json.js';
import {decodeSegment, lookUpReference} from './resolve-schema.js';
import {isRecord, asArray, asText} from '../../../core/values.js';
import {nameIn} from './names.js';
import type {ChosenVariant} from './read-fields.js';
import {usableSchema} from './usable-schema.js';

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
  '$ref $recursiveRef properties patternProperties items prefixItems additionalItems allOf if dependentSchemas'.split(
    ' ',
  ),
);

/** A value may violate several alternatives; the error of a keyword further to the left describes it best. */
const precedence = 'required format pattern minLength maxLength minimum maximum const enum';

/** What is wrong with a value, at most one problem for each place. Keywords that cannot be applied are ignored. */
export function validate(given: unknown, value: unknown): readonly Problem[] {
  if (!isRecord(given)) return [];
  const draft = draftOf(given);
  const schema = usableSchema(given, draft === '4');
  const problems = new Map<string, Problem>();
  for (const error of errorsOf(schema, draft, value)) {
    if (containers.has(error.keyword)) continue;
    for (const problem of problemsOf(error, schema, value)) {
      const before = problems.get(problem.pointer);
      if (!before || rank(problem) < rank(before)) problems.set(problem.pointer, problem);
    }
  }
  return [...problems.values()];
}

/**
 * What is wrong with an answer. The value of a variant is validated by its own schema, because all others report it, too.
 *
 * @param chosen The chosen variants, outer ones first.
 */
export function validateAnswer(
  root: unknown,
  value: unknown,
  chosen: readonly ChosenVariant[],
): readonly Problem[] {
  const {$schema, $defs, definitions} = isRecord(root) ? root : {};
  const shared = Object.fromEntries(
    Object.entries({$schema, $defs, definitions}).filter(([, part]) => part !== undefined),
  );
  return chosen.reduce<readonly Problem[]>(
    (outer, {pointer, schema, value: part}) => {
      const inner = validate({...shared, ...schema}, part).map(problem => ({
        ...problem,
        pointer: pointer + problem.pointer,
      }));
      if (inner.length === 0) return outer;
      const isInside = (other: Problem): boolean => `${other.pointer}/`.startsWith(`${pointer}/`);
      return [...outer.filter(problem => !isInside(problem)), ...inner];
    },
    validate(root, value),
  );
}

function rank({keyword}: Problem): number {
  const position = precedence.split(' ').indexOf(keyword);
  if (position >= 0) return position;
  return keyword === 'anyOf' || keyword === 'oneOf' ? 101 : 100;
}

/** What the validator can read: it knows no big integers, and adds properties to the schema. */
const plain = (value: unknown): unknown => JSON.parse(sentJson(value));

/** The validator throws if an address is invalid. */
function errorsOf(schema: Schema, draft: SchemaDraft, value: unknown): readonly OutputUnit[] {
  try {
    return new Validator(plain(schema) as Schema, draft, false).validate(plain(value)).errors;
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
  const place = segmentsOf(keywordLocation);
  const owner = segments.reduce(memberOf, value);
  const missing = missingKeys(keyword, keywordValue(schema, place.slice(0, -1)), owner);
  if (missing === undefined) return [{pointer, keyword, limit: keywordValue(schema, place)}];
  return missing.map(key => ({pointer: nameIn(pointer, key), keyword: 'required', limit: true}));
}

/** The keys that an object must have and does not; `undefined` if the keyword is about something else. */
function missingKeys(
  keyword: string,
  schema: unknown,
  object: unknown,
): readonly string[] | undefined {
  const has = (key: string): boolean => isRecord(object) && Object.hasOwn(object, key);
  const isMissing = (key: unknown): key is string => typeof key === 'string' && !has(key);
  const value = memberOf(schema, keyword);
  if (keyword === 'required') return asArray(value).filter(isMissing);
  if (keyword !== 'dependentRequired' && keyword !== 'dependencies') return undefined;
  const needed = Object.entries(isRecord(value) ? value : {}).filter(([key]) => has(key));
  return needed.flatMap(([, keys]) => asArray(keys).filter(isMissing));
}

/** The value of a keyword, by its location, which leads through references. */
function keywordValue(schema: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((found, segment) => {
    const part = memberOf(found, segment);
    return segment === '$ref' && asText(part) !== undefined ? lookUpReference(part, schema) : part;
  }, schema);
}

function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)] as unknown;
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
