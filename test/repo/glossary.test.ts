import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import ts from 'typescript';

/** The rows of the glossary: term, meaning, and the words that are not used for it. */
const [, glossary = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Glossary');
const rows = [...glossary.matchAll(/^\| ([^|]+) \| ([^|]*) \|([^|]*)\|$/gm)].slice(2);

/** The separate words of a cell, without remarks in parentheses. */
const listed = (cell = ''): readonly string[] =>
  cell
    .replace(/\(.*?\)/g, '')
    .split(',')
    .map(word => word.trim())
    .filter(Boolean);

const terms = new Set(rows.flatMap(([, term]) => listed(term)));

/** Words that also have another meaning: the files where they have it, below `src`, and the meaning. */
const otherMeanings: Readonly<Record<string, readonly [files: RegExp, meaning: string]>> = {
  ask: [
    /^(core\/protocol|controller\/turns|testing|elements\/(ubik-(app|checkpoint|request)|shared))\/|^controller\/(types|local-sessions\/session-keeper)\.ts$/,
    'to ask the user a question',
  ],
  blank: [
    /^core\/(markdown|sse)\/|^elements\/ubik-markdown\/link-host\.ts$/,
    'white space, as in CommonMark and in event streams',
  ],
  card: [
    /^elements\/(shared\/enlargement|styles\/card\.styles|ubik-app\/ubik-app|ubik-message\/citation-card|ubik-page\/ubik-page)\.ts$/,
    'a box with a border or over the page',
  ],
  cut: [
    /^(core|elements|modules|testing|controller\/run)\//,
    'an answer that ended too early, a text at its limit',
  ],
  words: [
    /^core\/recording\/mask\.ts$|^elements\/(shared\/text\/(author|format)|ubik-tool\/tool-facts)\.ts$|^modules\/math\/content\.ts$/,
    'words of a natural language',
  ],
};

/** Words that the glossary excludes, by the term to use. A word that is a term itself has a meaning that no name states. */
const excluded = rows.flatMap(([, term = '', , words]) =>
  listed(words)
    .filter(word => !terms.has(word))
    .map(word => ({word, term: term.trim()})),
);

/** The words of a name in camel case or with separators, such as `maxCharacters`. */
const wordsOf = (name: string): readonly string[] =>
  name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+/gu)?.map(word => word.toLowerCase()) ?? [];

interface Declared {
  readonly file: string;
  readonly name: string;
  readonly line: number;
}

/** The names that a file below `src` declares, with their lines. */
function declaredIn(file: string): readonly Declared[] {
  const text = readFileSync(`src/${file}`, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: Declared[] = [];
  const visit = (node: ts.Node): void => {
    // Imported names are declared elsewhere, and the fields of object literals include those of protocols.
    const isOther = ts.isImportSpecifier(node) || ts.isPropertyAssignment(node);
    if ('name' in node && !isOther && !ts.isPropertyAccessExpression(node)) {
      const name = node.name as ts.Node | undefined;
      if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
        const {line} = source.getLineAndCharacterOfPosition(name.getStart(source));
        found.push({file, name: name.text, line: line + 1});
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = readdirSync('src', {recursive: true, encoding: 'utf8'})
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.ts'));

const declared = files.flatMap(declaredIn);

describe('the glossary', () => {
  it('lists terms and words that are not used for them', () => {
    assert.ok(terms.size > 60, `${terms.size} terms`);
    assert.ok(excluded.length > 20, `${excluded.length} words`);
  });

  it('excludes words that no name in src contains', () => {
    const problems = declared.flatMap(({file, name, line}) => {
      const words = ` ${wordsOf(name).join(' ')} `;
      return excluded
        .filter(({word}) => words.includes(` ${word} `) || words.includes(` ${word}s `))
        .filter(({word}) => !otherMeanings[word]?.[0].test(file))
        .map(({word, term}) => `src/${file}:${line} ${name}: ${term}, not ${word}`);
    });
    assert.deepEqual(problems, []);
  });

  it('needs each exception', () => {
    const unused = Object.entries(otherMeanings).filter(([word, [place]]) => {
      const names = declared.filter(({file}) => place.test(file));
      return !names.some(({name}) =>
        wordsOf(name).some(part => part === word || part === `${word}s`),
      );
    });
    assert.deepEqual(unused, []);
  });
});
