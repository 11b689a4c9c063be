import {nothing} from 'lit';
import {type ProtocolSource, defaultProtocol} from '../controller/protocol-source.js';
import {Registry} from '../core/registry.js';
import type {Item, Mark} from '../core/model/item.js';
import {lastDelta} from '../core/model/growth.js';
import {lazyElement} from './base/lazy-element.js';
import {html} from './base/html.js';
import {renderSources} from './ubik-sources/render-sources.js';
import {renderItems} from './base/render-item.js';
import type {Renderer, RendererRegistry} from './base/services.js';

/** Renderers of every chat on the page; a chat's own registry falls back to these. */
export const renderers: RendererRegistry = new Registry<Renderer>();

/** Protocols by name, for the attribute `protocol` of every chat. */
export const protocols = new Registry<ProtocolSource>();

/** A name of the registry `protocols`: one of the built-in protocols, or one that the page has registered. */
export type ProtocolName = 'ubik' | 'anthropic' | 'aishu' | (string & {});

protocols.register('ubik', defaultProtocol);
protocols.register('anthropic', async () => {
  const {anthropic} = await import('../core/protocol/anthropic/index.js');
  return anthropic;
});
protocols.register('aishu', async () => {
  const {aishu} = await import('../core/protocol/aishu/index.js');
  return aishu;
});

const fetchRequest = lazyElement(() => import('./ubik-request/ubik-request.define.js'));
const fetchCheckpoint = lazyElement(() => import('./ubik-checkpoint/ubik-checkpoint.define.js'));
const fetchPage = lazyElement(() => import('./ubik-page/ubik-page.define.js'));
const fetchFile = lazyElement(() => import('./ubik-file/ubik-file.define.js'));

const noMarks: readonly Mark[] = [];

renderers.register('message', item => html`<ubik-message .item=${item}></ubik-message>`);
renderers.register(
  'step',
  (item, {last}) => html`<ubik-step .item=${item} ?last=${last}></ubik-step>`,
);
renderers.register('tool', item => html`<ubik-tool .item=${item}></ubik-tool>`);
renderers.register('thinking', item => html`<ubik-thinking .item=${item}></ubik-thinking>`);
renderers.register(
  'request',
  item =>
    html`<ubik-request .item=${item}>${fetchRequest() ? nothing : item.prompt}</ubik-request>`,
);
renderers.register(
  'checkpoint',
  item =>
    html`<ubik-checkpoint .item=${item}
      >${fetchCheckpoint() ? nothing : item.name}</ubik-checkpoint
    >`,
);
renderers.register(
  'file',
  item => html`<ubik-file .item=${item}>${fetchFile() ? nothing : item.name}</ubik-file>`,
);
renderers.register('source', (item, {services}) => renderSources([item], services.labels));
// What was gone on with needs no word any more.
renderers.register('notice', item =>
  item.status === 'done' && /^(max_tokens|pause_turn)$/.test(item.code)
    ? ''
    : html`<ubik-notice .item=${item}></ubik-notice>`,
);
renderers.register('error', item => html`<ubik-notice .item=${item} retryable></ubik-notice>`);
renderers.register(
  'text',
  item =>
    html`<ubik-markdown
      .text=${item.text}
      .growth=${lastDelta(item)}
      .streaming=${item.status === 'streaming'}
      .marks=${item.marks ?? noMarks}
    ></ubik-markdown>`,
);

/** A page that a tool made stands below its call. */
renderers.register('tool:web_processor', item =>
  item.output
    ? html`<ubik-tool .item=${item}></ubik-tool
        ><ubik-page .item=${item}>${fetchPage() ? nothing : item.title}</ubik-page>`
    : undefined,
);

/** A kind that nobody knows: what it says in words, and what stands under it. */
renderers.register('*', (item: Item, {services}) => {
  const {text, title, name} = item as Partial<Record<'text' | 'title' | 'name', unknown>>;
  const words = [title, name, text].find(word => typeof word === 'string');
  return [words ?? nothing, renderItems(item.children, services)];
});
