import {nothing, type ReactiveControllerHost, type TemplateResult} from 'lit';
import {withoutHalf} from '../../core/model/shorten.js';
import {writtenToolInput, isInputUnreadable, toolLogs} from '../../core/model/select.js';
import {isOpen} from '../../core/model/status.js';
import type {Phase, Status, ToolItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {LazyModule} from '../../controller/lazy-module.js';
import {lazyElement} from '../base/lazy-element.js';
import {humanise} from '../../core/humanise.js';
import {html} from '../base/html.js';
import {renderSources} from '../ubik-sources/render-sources.js';
import {statusIcon} from '../shared/icons/status-icon.js';
import {withoutTerminalCodes} from './terminal-text.js';
import {
  foundSources,
  hasView,
  maxLogLength,
  isDeep,
  isInputInQuestion,
  phaseNote,
  readOutput,
  responseOf,
  resultOf,
  withoutCitations,
} from './tool-facts.js';

/** Characters of a text that is laid out at once, as its time grows with the square of the length of a line: a second for these. */
const maxTextLength = 400_000;

/** Lazily loaded: few tools return rows or files. */
const dataView = new LazyModule(() => import('./data-view.js'));
const fetchJson = lazyElement(() => import('../ubik-json/ubik-json.define.js'));

/**
 * The status of a phase. Some servers report no end: the next phase ends it, and the last one has the status of the tool. In
 * a tool that did not succeed, no phase without an end is known to have succeeded.
 */
function phaseStatus({status}: Phase, isLast: boolean, tool: ToolItem): Status {
  if (status === 'failed') return status;
  const isOver = !isOpen(tool.status) && tool.status !== 'done';
  return status === 'started' && (isLast || isOver) ? tool.status : 'done';
}

const section = (title: string, body: unknown): TemplateResult =>
  html`<section part="section">
    <p class="label">${title}</p>
    ${body}
  </section>`;

/** The sections of a tool call. The host renders again when lazily loaded parts arrive. */
export function renderCall(item: ToolItem, labels: Labels, host: ReactiveControllerHost): unknown {
  const {tool} = labels;
  return [
    renderInput(item, labels),
    item.phases?.length ? section(tool.phases, renderPhases(item, item.phases, labels)) : nothing,
    html`<slot></slot>`,
    renderLogs(item, labels),
    renderOutput(item, labels, host),
    item.error ? section(tool.error, renderError(item.error)) : nothing,
  ];
}

/** The sections of a call that the page describes by slotted elements. */
export function renderSlots({children}: Element, {tool}: Labels): TemplateResult {
  const slotted = (name: string, title: string) =>
    [...children].some(({slot}) => slot === name)
      ? section(title, html`<slot name=${name}></slot>`)
      : nothing;
  return html`${slotted('input', tool.input)}<slot></slot>${slotted('result', tool.output)}`;
}

function renderInput(item: ToolItem, {tool}: Labels): TemplateResult | typeof nothing {
  const isEmpty = item.status === 'streaming' ? item.input === '' : item.input.trim() === '';
  if (isEmpty || isInputInQuestion(item)) return nothing;
  const value = writtenToolInput(item);
  const isCut = item.status === 'failed' || item.status === 'interrupted';
  if (value === undefined)
    return section(tool.input, html`<p class="quiet">${tool.receiving}…</p>`);
  return section(tool.input, [
    isCut && isInputUnreadable(item) ? html`<p class="quiet">${tool.unreadableInput}</p>` : nothing,
    renderValue(value, item.input),
  ]);
}

/** Renders found sources as a list and the response as Markdown; the complete result follows as a tree. */
function renderOutput(item: ToolItem, labels: Labels, host: ReactiveControllerHost): unknown {
  const sources = foundSources(item);
  const list = sources.length > 0 ? renderSources(sources, labels, true) : nothing;
  if (!item.output) return list;
  const result = resultOf(item);
  const {value, exact, text} = result;
  const response = responseOf(value);
  const responseView =
    response === undefined ? nothing : html`<ubik-markdown .text=${response}></ubik-markdown>`;
  const rows =
    hasView(item) && !isDeep(value) ? dataView.get(host)?.renderData(result, labels) : nothing;
  const textView = text ? renderText(withoutTerminalCodes(text), 'plain') : nothing;
  const views = [textView, responseView, rows, renderValue(exact, item.output)];
  return [list, section(labels.tool.output, views)];
}

/** A value as a tree; as text until the tree has loaded, or if it nests too deep. */
function renderValue(value: unknown, text: string): TemplateResult {
  const plain = typeof value === 'string' ? value : isDeep(value) ? text : undefined;
  return plain === undefined ? renderTree(value, text) : renderText(plain, 'plain');
}

const renderTree = (value: unknown, text: string): TemplateResult =>
  html`<ubik-json .value=${value}
    >${fetchJson() ? nothing : text.slice(0, maxTextLength)}</ubik-json
  >`;

/** Text; a very long one in parts, of which the user asks for the next. */
const renderText = (text: string, kind: 'plain' | 'error'): TemplateResult =>
  text.length > maxTextLength
    ? renderTree(text, text)
    : html`<p class=${kind} dir="auto">${text}</p>`;

/** An error. Frameworks write the JSON of an exception, which is a tree. */
function renderError(text: string): unknown {
  const {value, text: message} = readOutput(text);
  if (typeof value !== 'object' || !value || isDeep(value)) return renderText(text, 'error');
  return [message ? renderText(message, 'error') : nothing, renderTree(value, text)];
}

function renderPhases(item: ToolItem, phases: readonly Phase[], labels: Labels): TemplateResult {
  return html`<ul class="phases">
    ${phases.map((phase, n) => {
      const status = phaseStatus(phase, n === phases.length - 1, item);
      return html`<li>
        ${statusIcon(status, 14)}
        <span class="phase">
          <span title=${phase.name}>${humanise(phase.name)}</span>
          <span class="visually-hidden">${labels.status[status]}</span>
          <span class="quiet" dir="auto">${phaseNote(phase, labels.locale)}</span>
        </span>
      </li>`;
    })}
  </ul>`;
}

const logText = (text: string): string =>
  withoutCitations(withoutTerminalCodes(withoutHalf(text.slice(-maxLogLength))));

/** The live output, until there is a result. */
function renderLogs(item: ToolItem, {tool}: Labels): unknown {
  if (item.output) return nothing;
  return toolLogs(item).map(({key, text}) => {
    const title = key === 'response' ? tool.log : tool.logOf(humanise(key));
    return section(
      title,
      html`<div class="tail" tabindex="0" role="group" aria-label=${title}>
        <pre part="log" dir="auto">${logText(text)}</pre>
      </div>`,
    );
  });
}
