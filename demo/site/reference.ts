import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {
  elementsOf,
  type CustomElementsManifest,
  type Described,
  type ElementDeclaration,
  type Member,
} from '../../scripts/manifest.js';

/** The tags of all documented elements, sorted. Each element has a folder of its name. */
export const elementTags = (root: string): readonly string[] =>
  readdirSync(join(root, 'src/elements'))
    .filter(name => name.startsWith('ubik-'))
    .sort();

/** All documented elements, with the configuration of the package's manifest. */
export async function describedElements(root: string): Promise<readonly ElementDeclaration[]> {
  // Loading the analyzer takes a second, and most pages do not need it.
  const {cli} = await import('@custom-elements-manifest/analyzer/cli.js');
  const argv = ['analyze', '--config', 'scripts/cem.config.mjs', '--quiet'];
  return elementsOf((await cli({argv, cwd: root, noWrite: true})) as CustomElementsManifest);
}

/** The reference page of an element, in Markdown. */
export function referenceOf(element: ElementDeclaration): string {
  const {tagName, name, description = '', members = []} = element;
  const fields = members.filter(({kind}) => kind === 'field');
  const methods = members.filter(({kind}) => kind === 'method');
  return [
    `# \`<${tagName}>\`\n\n${description}`,
    `The class is \`${name}\`, in \`ubik-chat/elements/${tagName}.js\`; \`${tagName}.define.js\` beside it registers it.`,
    table('Attributes and properties', ['name', 'type', 'default', 'description'], fields.map(row)),
    table(
      'Methods',
      ['name', 'returns', 'description'],
      methods.map(method => [
        code(`${method.name}(${(method.parameters ?? []).map(parameter).join(', ')})`),
        code(method.return?.type?.text ?? ''),
        method.description,
      ]),
    ),
    table(
      'Events',
      ['name', 'class', 'when'],
      (element.events ?? []).map(event => [
        code(event.name),
        code(event.type?.text ?? ''),
        event.description,
      ]),
    ),
    list('Slots', element.slots),
    list('Parts', element.cssParts),
    list('Custom states', element.cssStates),
    table(
      'Custom properties',
      ['name', 'default', 'description'],
      (element.cssProperties ?? []).map(token => [
        code(token.name),
        code(token.default ?? ''),
        token.description,
      ]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function row(field: Member): readonly (string | undefined)[] {
  const {attribute} = field;
  const names = attribute === undefined ? [code(field.name), 'property only'] : [code(attribute)];
  if (attribute !== undefined && attribute !== field.name)
    names.push(`property ${code(field.name)}`);
  if (field.readonly) names[1] = 'read-only';
  return [
    names.join(', '),
    code(field.type?.text ?? ''),
    code(field.default ?? ''),
    field.description,
  ];
}

const parameter = ({name, type, default: standard}: Described): string =>
  `${name}${standard === undefined ? '' : '?'}${type ? `: ${type.text}` : ''}`;

const code = (text: string): string => (text ? `\`${text.replace(/\s+/g, ' ')}\`` : '');

function list(title: string, entries: readonly Described[] = []): string {
  return table(
    title,
    ['name', 'description'],
    entries.map(({name, description}) => [name ? code(name) : '(default)', description]),
  );
}

function table(
  title: string,
  header: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly (string | undefined)[]): string =>
    `| ${cells.map(cell => (cell ?? '').replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  return [`## ${title}\n`, line(header), line(header.map(() => '---')), ...rows.map(line)].join(
    '\n',
  );
}
