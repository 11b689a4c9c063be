import MarkdownIt, {type StateCore, type Token} from 'markdown-it';
import {readSample, renderSample} from './code-sample.js';
import {escape} from './escape.js';
import {packageManagers, renderTabs} from './tabs.js';

/** What a page passes to its Markdown. */
interface PageData {
  /** The relative path of the root of the site. */
  readonly up?: string;
}

/** The id of a heading. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The Markdown of the documentation: anchors of headings, code samples from files, tabs, tables that scroll. */
export function createMarkdown(root: string): MarkdownIt {
  const markdown = new MarkdownIt({html: true});
  markdown.core.ruler.push('anchors', addAnchors);
  markdown.core.ruler.push('alignments', ({tokens}) => tokens.forEach(alignWithClass));
  markdown.core.ruler.push('tabs', groupSamples);
  const {rules} = markdown.renderer;
  rules.fence = (tokens, at, _, {up = ''}: PageData) =>
    renderFence(root, tokens[at]?.info ?? '', tokens[at]?.content ?? '', up);
  rules['tabs'] = (tokens, at, _, {up = ''}: PageData) =>
    renderTabs(
      'framework',
      samplesOf(tokens[at]).map(({info, content}) => ({
        label: readSample(info).tab ?? '',
        html: renderSample(root, info, content, up),
      })),
    );
  rules['table_open'] = (tokens, at) =>
    `<div class="table" tabindex="0" role="group" aria-label="Table: ${escape(header(tokens, at))}">\n<table>`;
  rules['table_close'] = () => '</table></div>\n';
  rules['link_open'] = (tokens, at, options, _, renderer) => {
    const href = tokens[at]?.attrGet('href') ?? '';
    tokens[at]?.attrSet('href', href.replace(/^([\w./-]+)\.md(?=#|$)/, '$1.html'));
    return renderer.renderToken(tokens, at, options);
  };
  return markdown;
}

const plainText = (tokens: readonly Token[] | null | undefined): string =>
  (tokens ?? []).map(({content, children}) => (children ? plainText(children) : content)).join('');

/** Gives each heading an id, and those below the title a link to themselves. */
function addAnchors({tokens, Token: NewToken}: StateCore): void {
  const known = new Map<string, number>();
  for (const [at, token] of tokens.entries()) {
    const inline = tokens[at + 1];
    if (token.type !== 'heading_open' || !inline) continue;
    const heading = plainText(inline.children);
    const count = (known.get(heading) ?? 0) + 1;
    known.set(heading, count);
    const id = slug(heading) + (count > 1 ? `-${count}` : '');
    token.attrSet('id', id);
    if (token.tag === 'h1') continue;
    const link = new NewToken('html_inline', '', 0);
    link.content = ` <a class="anchor" href="#${id}" aria-label="Link to “${escape(heading)}”">#</a>`;
    inline.children?.push(link);
  }
}

/** Replaces the inline style of a table cell, which the policy of the site forbids. */
function alignWithClass(token: Token): void {
  const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? [];
  if (side) token.attrs = [['class', side]];
}

/** The titles of the columns of a table. */
function header(tokens: readonly Token[], start: number): string {
  const end = tokens.findIndex(({type}, at) => at > start && type === 'thead_close');
  return tokens
    .slice(start, end)
    .filter(({type, content}) => type === 'inline' && content)
    .map(({children}) => plainText(children))
    .join(', ');
}

/** Neighbouring code samples with a tab become one token. */
function groupSamples(state: StateCore): void {
  const grouped: Token[] = [];
  for (const token of state.tokens) {
    if (token.type !== 'fence' || readSample(token.info).tab === undefined) grouped.push(token);
    else if (grouped.at(-1)?.type === 'tabs') samplesOf(grouped.at(-1)).push(token);
    else {
      const tabs = new state.Token('tabs', '', 0);
      tabs.meta = {samples: [token]};
      grouped.push(tabs);
    }
  }
  state.tokens = grouped;
}

const samplesOf = (tabs: Token | undefined): Token[] =>
  (tabs?.meta as {samples: Token[]} | undefined)?.samples ?? [];

function renderFence(root: string, info: string, text: string, up: string): string {
  const {language, file} = readSample(info);
  const managers = language === 'sh' && file === undefined ? packageManagers(text) : undefined;
  if (!managers) return renderSample(root, info, text, up);
  return renderTabs(
    'package-manager',
    managers.map(({label, text: translated}) => ({
      label,
      html: renderSample(root, info, translated, up),
    })),
  );
}
