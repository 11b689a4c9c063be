import {en} from '../src/elements/locales/en.js';

type Label = string | ((...values: unknown[]) => string);

/** The names of the parameters of an arrow function. */
const parametersOf = (label: Label): readonly string[] => {
  if (typeof label === 'string') return [];
  const [, names = ''] = /^\(?([^)=]*)\)?\s*=>/.exec(label.toString()) ?? [];
  return names.split(',').map(name => name.trim());
};

/** The forms of a label, in which `{name}` and `#` stand for values. */
function textsOf(label: Label, parameters: readonly string[]): readonly string[] {
  if (typeof label === 'string') return [label];
  if (parameters.join() === 'count')
    return [1, 2].map(count => label(count).replace(String(count), '#'));
  const named = label(...parameters.map(name => `{${name}}`));
  const empty = label(...parameters.map(() => ''));
  const withoutNames = parameters.reduce((text, name) => text.replace(`{${name}}`, ''), named);
  // A label may be another one without a value.
  return empty === withoutNames ? [named] : [named, empty];
}

function rowsOf(group: object, prefix = ''): readonly string[] {
  return Object.entries(group).flatMap(
    ([key, label]: [string, Label | Readonly<Record<string, Label>>]) => {
      if (typeof label === 'object') return rowsOf(label, `${prefix}${key}.`);
      const parameters = parametersOf(label);
      const texts = new Set(textsOf(label, parameters));
      const values = parameters.length > 0 ? `(${parameters.join(', ')})` : '';
      // Some texts are Markdown, and are displayed as they are written.
      const shown = [...texts].join(' / ').replaceAll('*', '\\*');
      return [`| \`${prefix}${key}${values}\` | ${shown} |`];
    },
  );
}

/**
 * All labels of the interface in English: a heading and a table for each group. A label with values is written as a call:
 * `retryIn(duration)`.
 */
export function labelTables(): string {
  const sections = Object.entries(en).flatMap(([group, labels]) =>
    typeof labels === 'string'
      ? []
      : [
          [`### \`${group}\``, '', '| label | English |', '| --- | --- |']
            .concat(rowsOf(labels))
            .join('\n'),
        ],
  );
  return sections.join('\n\n');
}
