import type {MarkedExtension} from 'marked';
import markedAlert from 'marked-alert';
import {createDirectives} from 'marked-directive';
import {markedEmoji} from 'marked-emoji';
import extendedTables from 'marked-extended-tables';
import markedFootnote from 'marked-footnote';
import {gfmHeadingId} from 'marked-gfm-heading-id';
import {markedHighlight} from 'marked-highlight';
import markedKatex from 'marked-katex-extension';
import {markedSmartypants} from 'marked-smartypants';
import subSuperText from 'marked-subsuper-text';

/** An extension of `marked`, a text with its syntax, and what is displayed. */
export interface Case {
  readonly name: string;
  readonly create: () => MarkedExtension;
  readonly text: string;
  /** A selector of an element that only the extension creates, and its text. */
  readonly shows: readonly [selector: string, text: string];
  /** Whether the extension works in the built-in engine too. */
  readonly everywhere: boolean;
  /** The keys that the built-in engine lacks. */
  readonly missing: readonly string[];
}

const keyword = (code: string): string =>
  code.replaceAll('<', '&lt;').replaceAll('const', '<b>const</b>');

/** The extensions of npm that are used most. */
export const cases: readonly Case[] = [
  {
    name: 'marked-emoji',
    create: () => markedEmoji({emojis: {fox: '🦊'}, renderer: ({emoji}) => `<b>${emoji}</b>`}),
    text: 'A :fox: and *a :fox:* and `:fox:`.\n\n- :fox:',
    shows: ['p b', '🦊'],
    everywhere: true,
    missing: [],
  },
  {
    name: 'marked-footnote',
    create: () => markedFootnote(),
    text: 'First[^1] and second[^two].\n\nMore.\n\n[^1]: The *note*.\n[^two]: Another.\n\nThe end[^1].\n',
    shows: ['sup', '1'],
    everywhere: false,
    missing: ['footnotes with the level undefined', 'footnotes need no extension'],
  },
  {
    name: 'marked-katex-extension',
    create: () => markedKatex({output: 'mathml'}),
    text: 'The sum $a^2$ is.\n\n$$\nx^2\n$$\n\nEnd.',
    shows: ['math msup', 'a2'],
    everywhere: true,
    missing: [],
  },
  {
    name: 'marked-alert',
    create: () => markedAlert(),
    text: 'Text.\n\n> [!NOTE]\n> Some **bold** text.\n>\n> ```js\n> code\n> ```\n\n> A quote.',
    shows: ['.section > div > div > div > p', 'Note'],
    everywhere: true,
    missing: [],
  },
  {
    name: 'marked-extended-tables',
    create: () => extendedTables(),
    text: '| a | b |\n|---|---|\n| *wide* ||\n| c | d |\n\nEnd.',
    shows: ['td[colspan="2"]', 'wide'],
    everywhere: true,
    missing: [],
  },
  {
    name: 'marked-gfm-heading-id',
    create: () => gfmHeadingId({prefix: 'id-'}),
    text: '# One *heading*\n\nText.\n\n## One *heading*\n\nEnd.',
    shows: ['div > h2', 'One heading'],
    everywhere: true,
    missing: [],
  },
  {
    name: 'marked-highlight',
    create: () => markedHighlight({highlight: keyword}),
    text: 'Text.\n\n```js\nconst a = 1 < 2;\n```\n\n1. ```\n   const\n   ```\n\nEnd.',
    shows: ['pre code b', 'const'],
    everywhere: true,
    missing: [],
  },
  {
    name: 'marked-smartypants',
    create: () => markedSmartypants(),
    text: 'He said "*yes*" -- it\'s `"code"`...\n\n- "item" & <b>more</b>\n\n"end"',
    shows: ['p:first-child', 'He said “yes” – it’s "code"…'],
    everywhere: true,
    missing: [],
  },
  {
    name: 'marked-subsuper-text',
    create: () => subSuperText(),
    text: 'An x^2^ and H^^2^^O, ^**bold**^.\n\n| a |\n|---|\n| x^2^ |\n',
    shows: ['p sup', '2'],
    everywhere: true,
    missing: [],
  },
  {
    name: 'marked-directive',
    create: () => createDirectives(),
    text: 'Text :kbd[Ctrl **C**] here.\n\n:::blockquote\nSome *text*.\n:::\n\n::hr\n\nEnd.',
    shows: ['p kbd', 'Ctrl C'],
    everywhere: true,
    missing: [],
  },
];
