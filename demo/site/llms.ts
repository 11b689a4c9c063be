import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {sourceOf} from './code-sample.js';
import {sections} from './contents.js';
import type {ElementPage} from './reference.js';

/** A file for language models, by its path below the root of the site and of the package's `dist`. */
interface ModelFile {
  readonly path: string;
  readonly text: string;
}

interface Page {
  readonly name: string;
  readonly title: string;
  /** The first sentence of the page. */
  readonly summary: string;
  readonly text: string;
}

const summary =
  'Ubik Chat is a chat widget for AI agents, as Web Components: `<ubik-chat>` displays a complete agent run (steps, tool calls, reasoning, questions to the user, sources, Markdown) as it streams, on any page and in any framework.';

/**
 * The documentation for language models: an overview with links (https://llmstxt.org), the complete text, and a skill that
 * describes for a coding agent how to add the chat to a project.
 *
 * @param address The address of a page by its path, such as `docs/start.html`, and its title.
 */
export function modelFiles(
  root: string,
  elements: readonly ElementPage[],
  address: (path: string, title: string) => string,
): readonly ModelFile[] {
  const pages = sections.map(section => ({
    title: section.title,
    pages: section.chapters.map(({name}) => readPage(root, name)),
  }));
  return [
    {path: 'llms.txt', text: overview(pages, elements, address)},
    {
      path: 'llms-full.txt',
      text: completeText(
        pages.flatMap(section => section.pages),
        elements,
      ),
    },
    {
      path: 'skill/SKILL.md',
      text: skill(
        pages.flatMap(section => section.pages),
        elements,
      ),
    },
  ];
}

/** A chapter with its code samples in place, without front matter. */
function readPage(root: string, name: string): Page {
  const source = readFileSync(join(root, 'demo/docs', `${name}.md`), 'utf8');
  const text = source
    .replace(/^---\n[^]*?\n---\n/, '')
    .replace(/^```(\w*)(.*)\n([^]*?)^```$/gm, (_, language: string, info: string, code: string) => {
      const [, file] = /\bas=(\S+)/.exec(info) ?? /\bfile=\/?([^\s#]+)/.exec(info) ?? [];
      const heading = file === undefined ? '' : `File \`${file}\`:\n\n`;
      return `${heading}\`\`\`${language}\n${sourceOf(root, language + info, code)}\n\`\`\``;
    })
    .trim();
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  const [, paragraph = ''] = /^# .+\n\n(.+)$/m.exec(text) ?? [];
  return {name, title, summary: plain(firstSentence(paragraph)), text};
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/** Text without links. */
const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

function overview(
  sectionPages: readonly {readonly title: string; readonly pages: readonly Page[]}[],
  elements: readonly ElementPage[],
  address: (path: string, title: string) => string,
): string {
  const link = (title: string, path: string, text: string): string =>
    `- [${title}](${address(path, title)}): ${plain(text).replace(/\s+/g, ' ')}`;
  return [
    '# Ubik Chat',
    `> ${summary}`,
    `The complete documentation in one file is [llms-full.txt](llms-full.txt). Steps for adding the chat to a project are in [skill/SKILL.md](skill/SKILL.md).`,
    ...sectionPages.map(
      ({title, pages}) =>
        `## ${title}\n\n${pages.map(page => link(page.title, `docs/${page.name}.html`, page.summary)).join('\n')}`,
    ),
    `## Reference\n\n${elements
      .map(({tagName, description}) =>
        link(`<${tagName}>`, `api/${tagName}.html`, firstSentence(description)),
      )
      .join('\n')}`,
  ].join('\n\n');
}

function completeText(pages: readonly Page[], elements: readonly ElementPage[]): string {
  return [`# Ubik Chat\n\n${summary}`, ...pages.map(({text}) => text), ...elements.map(elementText)]
    .join('\n\n---\n\n')
    .concat('\n');
}

function elementText(element: ElementPage): string {
  const list = (title: string, lines: readonly string[]): string =>
    lines.length > 0
      ? `## ${title}\n\n${lines.map(line => `- ${line.replace(/\s+/g, ' ')}`).join('\n')}`
      : '';
  const fields = [...element.settable, ...element.readonly].map(
    ({name, attribute, readonly, type, default: standard, description}) =>
      `\`${attribute ?? name}\`${attribute !== undefined && attribute !== name ? ` (property \`${name}\`)` : ''}${readonly ? ' (read-only)' : ''}: \`${type}\`${standard === undefined ? '' : `, default \`${standard}\``}. ${description}`,
  );
  const entries = (all: readonly {readonly name: string; readonly description: string}[]) =>
    all.map(({name, description}) => `\`${name || 'default'}\`: ${description}`);
  return [
    `# \`<${element.tagName}>\``,
    element.description,
    list('Attributes and properties', fields),
    list(
      'Methods',
      element.methods.map(({signature, description}) => `\`${signature}\`: ${description}`),
    ),
    list(
      'Events',
      element.events.map(
        ({name, type, description}) => `\`${name}\` (\`${type}\`): ${description}`,
      ),
    ),
    list('Slots', entries(element.slots)),
    list('Parts', entries(element.parts)),
    list(
      'Custom properties',
      element.tokens.map(
        ({name, default: standard, description}) =>
          `\`${name}\`${standard === undefined ? '' : ` (default \`${standard}\`)`}: ${description}`,
      ),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The first table of a page below a heading. */
function tableBelow({text}: Page, heading: string): string {
  const [, rest = ''] = text.split(`\n## ${heading}\n`);
  const table = /^\|.*(?:\n\|.*)*/m.exec(rest)?.[0];
  if (table === undefined) throw new Error(`No table below the heading ${heading}`);
  return table;
}

function skill(pages: readonly Page[], elements: readonly ElementPage[]): string {
  const page = (name: string): Page => {
    const found = pages.find(other => other.name === name);
    if (!found) throw new Error(`No chapter ${name}`);
    return found;
  };
  const chat = elements.find(({tagName}) => tagName === 'ubik-chat');
  if (!chat) throw new Error('No reference of <ubik-chat>');
  const attributes = chat.settable
    .filter(({attribute}) => attribute !== undefined)
    .map(
      ({attribute, type, description}) =>
        `- \`${attribute ?? ''}\` (\`${type}\`): ${firstSentence(description)}`,
    );
  const properties = chat.settable.filter(({attribute}) => attribute === undefined);
  const events = chat.events.map(
    ({name, description}) => `- \`${name}\`: ${firstSentence(description)}`,
  );
  return `---
name: ubik-chat
description: Adds the chat widget Ubik Chat (<ubik-chat>, package ubik-chat) to a web page or an app, connects it to an agent's API, and changes its theme, tools and texts. Use when a project imports ubik-chat or asks for a chat with an AI agent.
---

# Ubik Chat in a project

${summary}

## Steps

1. Install the package: \`npm install ubik-chat\`. On a page without a bundler, copy \`node_modules/ubik-chat/dist/cdn\` to the site.
2. Load it: \`import 'ubik-chat'\`, or \`<script type="module" src="/ubik-chat/ubik-chat.js"></script>\`. In React use \`import {UbikChat} from 'ubik-chat/react'\`; \`ubik-chat/vue\`, \`/svelte\`, \`/solid\`, \`/angular\` and \`/preact\` type the tags.
3. Write the tag, with the protocol of the server and its address: \`<ubik-chat protocol="ai-sdk" endpoint="/api/chat"></ubik-chat>\`.
4. Check the server: \`npx ubik-chat check URL --protocol NAME\` reports what the chat understands, and what is missing.
5. Change colours with \`--ubik-accent\` and the other custom properties, not by styles for internal elements.

## Rules

- Never put the key of a model provider into a page. A server of the site has it; \`token-endpoint\` or \`getToken\` provides a short-lived token.
- Attributes are written with hyphens in HTML (\`token-endpoint\`), properties in camel case (\`tokenEndpoint\`). Functions and objects are properties.
- Events bubble and are named \`ubik-…\`. Errors are reported by \`ubik-error\`, anomalies of a stream by \`ubik-diagnostic\`.
- The names of attributes, properties, events and parts below are complete. Do not invent others.

## Protocols

${tableBelow(page('protocols'), 'Which one')}

## Attributes

${attributes.join('\n')}

## Properties without an attribute

${properties.map(({name}) => `\`${name}\``).join(', ')}

## Events

${events.join('\n')}

## Slots and parts

Slots: ${chat.slots.map(({name}) => `\`${name}\``).join(', ')}. Parts: ${chat.parts.map(({name}) => `\`${name}\``).join(', ')}.

## More

\`llms-full.txt\` beside the folder of this file has the complete documentation: one section for each page and each element.
`;
}
