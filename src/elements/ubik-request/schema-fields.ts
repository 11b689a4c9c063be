/** One field of a form generated from a JSON Schema. */
export interface SchemaField {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'boolean' | 'choice';
  readonly required: boolean;
  readonly description: string | undefined;
  readonly choices: readonly string[];
  /** The initial value. */
  readonly value: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const word = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const scalar = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';

function fieldType(schema: Readonly<Record<string, unknown>>): SchemaField['type'] | undefined {
  if (Array.isArray(schema['enum'])) return 'choice';
  switch (schema['type']) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return undefined;
  }
}

/**
 * The fields of an object schema whose properties are all scalars; `undefined` for any other schema, which is answered
 * as JSON.
 */
export function schemaFields(schema: unknown): readonly SchemaField[] | undefined {
  if (!isRecord(schema) || !isRecord(schema['properties'])) return undefined;
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const fields: SchemaField[] = [];
  for (const [key, property] of Object.entries(schema['properties'])) {
    const type = isRecord(property) ? fieldType(property) : undefined;
    if (!isRecord(property) || !type) return undefined;
    const choices = Array.isArray(property['enum']) ? property['enum'].map(String) : [];
    fields.push({
      key,
      type,
      choices,
      label: word(property['title']) ?? key,
      required: required.includes(key),
      description: word(property['description']),
      value: scalar(property['default']),
    });
  }
  return fields.length > 0 ? fields : undefined;
}

/** The prefix keeps a key such as `submit` from shadowing a method of the form. */
export const nameOf = ({key}: SchemaField): string => `field ${key}`;

/** Reads such a form as the object that the schema describes. */
export function readFields(
  fields: readonly SchemaField[],
  form: FormData,
): Record<string, unknown> {
  const answer: [string, unknown][] = [];
  for (const field of fields) {
    const {key, type} = field;
    const written = form.get(nameOf(field));
    if (type === 'boolean') answer.push([key, written !== null]);
    else if (typeof written !== 'string' || written === '') continue;
    else answer.push([key, type === 'number' ? Number(written) : written]);
  }
  return Object.fromEntries(answer);
}
