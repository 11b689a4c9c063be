// Writes the editor data that are derived from the manifest: custom data for VS Code (HTML and CSS), web types for JetBrains.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {elementsOf, readManifest, type Described, type ElementDeclaration} from './manifest.js';

const folder = 'dist/editors';

interface Package {
  readonly name: string;
  readonly version: string;
}

/** The values of an attribute whose type is a string union: `'light' | 'dark'`. */
const valuesOf = (text = ''): readonly object[] =>
  [...text.matchAll(/'([^']+)'/g)].map(([, name]) => ({name}));

/** Removes duplicates: several elements can share a member. */
const uniqueByName = (members: readonly Described[]): readonly Described[] => [
  ...new Map(members.map(member => [member.name, member])).values(),
];

const section = (title: string, members: readonly Described[] = []): readonly string[] =>
  members.length === 0
    ? []
    : [
        `**${title}**`,
        ...members.map(({name, description}) => `- \`${name}\`: ${description}`),
        '',
      ];

const elementMarkdown = ({description = '', events, slots, cssParts}: ElementDeclaration): string =>
  [
    description,
    '',
    ...section('Events', events),
    ...section('Slots', slots),
    ...section('Parts', cssParts),
  ]
    .join('\n')
    .trim();

const vscodeHtml = (elements: readonly ElementDeclaration[]): object => ({
  version: 1.1,
  tags: elements.map(element => ({
    name: element.tagName,
    description: {kind: 'markdown', value: elementMarkdown(element)},
    attributes: (element.attributes ?? []).map(({name, description, type}) => ({
      name,
      description,
      ...(type?.text === 'boolean' ? {valueSet: 'v'} : {values: valuesOf(type?.text)}),
    })),
  })),
});

const vscodeCss = (elements: readonly ElementDeclaration[]): object => ({
  version: 1.1,
  properties: uniqueByName(elements.flatMap(({cssProperties = []}) => cssProperties)).map(
    ({name, description}) => ({name, description}),
  ),
  pseudoElements: elements.flatMap(({tagName, cssParts = []}) =>
    cssParts.map(({name, description}) => ({
      name: `::part(${name})`,
      description: `\`<${tagName}>\`: ${description}`,
    })),
  ),
});

const webTypes = (elements: readonly ElementDeclaration[], {name, version}: Package): object => ({
  $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
  name,
  version,
  'js-types-syntax': 'typescript',
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: elements.map(element => ({
        name: element.tagName,
        description: element.description,
        source: {module: `${name}/elements/${element.tagName}.js`, symbol: element.name},
        attributes: (element.attributes ?? []).map(({name, description, type}) => ({
          name,
          description,
          value: {type: type?.text},
        })),
        slots: element.slots ?? [],
        css: {properties: element.cssProperties ?? [], parts: element.cssParts ?? []},
        js: {
          properties: (element.members ?? [])
            .filter(({kind}) => kind === 'field')
            .map(({name, description, type, readonly = false}) => ({
              name,
              description,
              type: type?.text,
              'read-only': readonly,
            })),
          events: (element.events ?? []).map(({name, description, type}) => ({
            name,
            description,
            type: type?.text,
          })),
        },
      })),
    },
  },
});

const elements = elementsOf(readManifest());
const files = {
  'vscode.html-custom-data.json': vscodeHtml(elements),
  'vscode.css-custom-data.json': vscodeCss(elements),
  'web-types.json': webTypes(elements, JSON.parse(readFileSync('package.json', 'utf8')) as Package),
};
mkdirSync(folder, {recursive: true});
for (const [name, content] of Object.entries(files)) {
  writeFileSync(`${folder}/${name}`, `${JSON.stringify(content)}\n`);
}
