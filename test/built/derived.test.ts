import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {derived} from '../../scripts/derive.js';
import {elementsOf, type ElementDeclaration} from '../../scripts/manifest.js';
import {COLOURS} from '../../src/elements/ubik-markdown/highlighting/colours.js';

/** The files that are generated from the custom-elements manifest of the build. */
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const manifest = read('custom-elements.json') as Parameters<typeof derived>[0];
const elements = elementsOf(manifest);

interface Named {
  readonly name: string;
}

const names = (list: readonly Named[] = []): readonly string[] => list.map(({name}) => name).sort();

/** Every element with a list of its manifest, and the same list of another file. */
function compare(
  part: (element: ElementDeclaration) => readonly Named[] | undefined,
  found: (tag: string) => readonly Named[] | undefined,
): void {
  for (const element of elements) {
    assert.deepEqual(names(found(element.tagName)), names(part(element)), element.tagName);
  }
}

describe('files that are derived from the manifest', () => {
  it('is up to date in the tree (else: npm run derive)', async () => {
    for (const [file, text] of Object.entries(await derived(manifest))) {
      assert.equal(readFileSync(file, 'utf8'), text, file);
    }
  });

  it('describes every public member', () => {
    const silent = elements.flatMap(element =>
      [element.attributes, element.members, element.events, element.slots, element.cssParts]
        .concat([element.cssProperties])
        .flatMap(list => list ?? [])
        .filter(({description}) => !description)
        .map(({name}) => `<${element.tagName}> ${name}`),
    );
    assert.deepEqual(silent, []);
  });

  it('has every token that the styles use, with its default value', () => {
    const [chat] = elements.filter(({tagName}) => tagName === 'ubik-chat');
    const styles = ['styles/tokens', 'styles/layout', 'ubik-transcript/ubik-transcript']
      .map(name => readFileSync(`src/elements/${name}.styles.ts`, 'utf8'))
      .concat(Object.entries(COLOURS).map(([name, value]) => `var(--ubik-code-${name}, ${value})`))
      .join('\n')
      // A rem that is no size of text on some pages is read by way of a token, and so is the zoom of a page.
      .replace(' / var(--_zoom, 1)', '')
      .replace(/calc\(([\d.]+) \* var\(--_rem\)\)|([\d.]+) \* var\(--_rem\)/g, '$1$2rem');
    const tokens = chat?.cssProperties ?? [];
    const used = [...styles.matchAll(/var\(\s*(--ubik-[a-z-]+)/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(used)].sort(), names(tokens));
    for (const {name, default: value} of tokens) {
      if (value?.endsWith('…') || value === undefined) continue;
      assert.ok(styles.includes(`var(${name}, ${value})`), `${name} is not ${value}`);
    }
  });
});

describe('the data for editors', () => {
  it('describes every element, attribute and event for VS Code', () => {
    const {tags} = read('dist/editors/vscode.html-custom-data.json') as {
      tags: {name: string; description: {value: string}; attributes: Named[]}[];
    };
    const tagOf = (name: string): (typeof tags)[number] | undefined =>
      tags.find(tag => tag.name === name);
    compare(
      ({attributes}) => attributes,
      tag => tagOf(tag)?.attributes,
    );
    for (const {tagName, events = [], slots = [], cssParts = []} of elements) {
      for (const {name} of [...events, ...slots, ...cssParts]) {
        assert.ok(tagOf(tagName)?.description.value.includes(`\`${name}\``), `${tagName} ${name}`);
      }
    }
  });

  it('describes every part and CSS property for VS Code', () => {
    const {properties, pseudoElements} = read('dist/editors/vscode.css-custom-data.json') as {
      properties: Named[];
      pseudoElements: (Named & {description: string})[];
    };
    const tokens = elements.flatMap(({cssProperties}) => cssProperties ?? []);
    assert.deepEqual(names(properties), [...new Set(names(tokens))]);
    compare(
      ({cssParts}) => cssParts?.map(({name}) => ({name: `::part(${name})`})),
      tag => pseudoElements.filter(({description}) => description.startsWith(`\`<${tag}>\``)),
    );
  });

  it('describes everything for JetBrains', () => {
    const {name, version, contributions} = read('dist/editors/web-types.json') as {
      name: string;
      version: string;
      contributions: {
        html: {
          elements: {
            name: string;
            attributes: Named[];
            slots: Named[];
            css: {properties: Named[]; parts: Named[]};
            js: {properties: Named[]; events: Named[]};
          }[];
        };
      };
    };
    const own = read('package.json') as {name: string; version: string; 'web-types': string};
    assert.deepEqual([name, version], [own.name, own.version]);
    assert.equal(own['web-types'], './dist/editors/web-types.json');
    const typed = (tag: string): (typeof contributions.html.elements)[number] | undefined =>
      contributions.html.elements.find(element => element.name === tag);
    compare(
      ({attributes}) => attributes,
      tag => typed(tag)?.attributes,
    );
    compare(
      ({slots}) => slots,
      tag => typed(tag)?.slots,
    );
    compare(
      ({cssProperties}) => cssProperties,
      tag => typed(tag)?.css.properties,
    );
    compare(
      ({cssParts}) => cssParts,
      tag => typed(tag)?.css.parts,
    );
    compare(
      ({events}) => events,
      tag => typed(tag)?.js.events,
    );
    compare(
      ({members}) => members?.filter(({kind}) => kind === 'field'),
      tag => typed(tag)?.js.properties,
    );
  });
});
