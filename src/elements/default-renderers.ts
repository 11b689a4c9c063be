import {nothing, type TemplateResult} from 'lit';
import type {Item, Mark, ToolItem} from '../core/model/item.js';
import {lastDelta} from '../core/model/growth.js';
import {exportedParts} from './base/exported-parts.js';
import {html} from './base/html.js';
import {lazyElement} from './base/lazy-element.js';
import {renderItems} from './base/render-item.js';
import {defaultRenderers} from './base/services.js';
import {isObsolete} from './shared/text/notice-text.js';
import {renderSources} from './ubik-sources/render-sources.js';

const fetchRequest = lazyElement(() => import('./ubik-request/ubik-request.define.js'));
const fetchCheckpoint = lazyElement(() => import('./ubik-checkpoint/ubik-checkpoint.define.js'));
const fetchPage = lazyElement(() => import('./ubik-page/ubik-page.define.js'));
const fetchFile = lazyElement(() => import('./ubik-file/ubik-file.define.js'));

const noMarks: readonly Mark[] = [];

let isRegistered = false;

const renderTool = (item: ToolItem): TemplateResult =>
  html`<ubik-tool part="tool" exportparts=${exportedParts.tool} .item=${item}></ubik-tool>`;

/**
 * Registers the renderers of all built-in kinds. Whatever defines the elements that contain items calls it, so that the
 * base class of the elements does not depend on any of them.
 */
export function registerDefaultRenderers(): void {
  if (isRegistered) return;
  isRegistered = true;
  defaultRenderers.register(
    'message',
    (item, {services}) =>
      html`<ubik-message
        exportparts=${exportedParts.message}
        .item=${item}
        .steps=${services.steps}
      ></ubik-message>`,
  );
  defaultRenderers.register(
    'step',
    (item, {flush}) =>
      html`<ubik-step
        part="step"
        exportparts=${exportedParts.step}
        .item=${item}
        ?flush=${flush ?? false}
      ></ubik-step>`,
  );
  defaultRenderers.register('tool', renderTool);
  defaultRenderers.register(
    'thinking',
    item =>
      html`<ubik-thinking
        part="reasoning"
        exportparts=${exportedParts.thinking}
        .item=${item}
      ></ubik-thinking>`,
  );
  defaultRenderers.register(
    'request',
    item =>
      html`<ubik-request part="question" exportparts=${exportedParts.request} .item=${item}
        >${fetchRequest() ? nothing : item.prompt}</ubik-request
      >`,
  );
  defaultRenderers.register(
    'checkpoint',
    item =>
      html`<ubik-checkpoint .item=${item}
        >${fetchCheckpoint() ? nothing : item.name}</ubik-checkpoint
      >`,
  );
  defaultRenderers.register(
    'file',
    item => html`<ubik-file .item=${item}>${fetchFile() ? nothing : item.name}</ubik-file>`,
  );
  // Its meaning is known to the page alone, which may register renderers for `data:NAME`.
  defaultRenderers.register('data', () => nothing);
  defaultRenderers.register('source', (item, {services}) => renderSources([item], services.labels));
  defaultRenderers.register('notice', item =>
    isObsolete(item) ? '' : html`<ubik-notice part="notice" .item=${item}></ubik-notice>`,
  );
  defaultRenderers.register(
    'error',
    item =>
      html`<ubik-notice
        part="notice"
        .item=${item}
        ?retryable=${item.retryable !== false}
      ></ubik-notice>`,
  );
  defaultRenderers.register(
    'text',
    item =>
      html`<ubik-markdown
        exportparts=${exportedParts.markdown}
        .text=${item.text}
        .growth=${lastDelta(item)}
        .streaming=${item.status === 'streaming'}
        .marks=${item.marks ?? noMarks}
      ></ubik-markdown>`,
  );

  // The page that this tool has created is displayed below the call.
  defaultRenderers.register('tool:web_processor', item =>
    item.output
      ? html`${renderTool(item)}<ubik-page .item=${item}
            >${fetchPage() ? nothing : item.title}</ubik-page
          >`
      : undefined,
  );

  // An item of an unknown kind is displayed by its text and its children.
  defaultRenderers.register('*', (item: Item, {services}) => {
    const {text, title, name} = item as Partial<Record<'text' | 'title' | 'name', unknown>>;
    const displayed = [title, name, text].find(value => typeof value === 'string');
    return [displayed ?? nothing, renderItems(item.children, services)];
  });
}
