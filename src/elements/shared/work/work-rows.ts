import {nothing, type ReactiveControllerHost, type TemplateResult} from 'lit';
import {html} from '../../base/html.js';
import type {Author, Item, Status} from '../../../core/model/item.js';
import {isOpen} from '../../../core/model/status.js';
import {ifDefined} from '../../base/if-defined.js';
import {renderItem} from '../../base/render-item.js';
import {repeat} from '../../base/repeat.js';
import type {Services} from '../../base/services.js';
import {UbikToggleRequestEvent} from '../../events.js';
import type {Labels} from '../../locales/en.js';
import {authorChanges, renderAuthor} from '../text/author.js';
import {formatNotable} from '../text/format.js';
import {icon} from '../icons/icons.js';
import {statusIcon} from '../icons/status-icon.js';
import {
  type Fold,
  askedCalls,
  isVisibleInFold,
  isUnanswered,
  isWork,
  type Segment,
  segmentsOf,
  summarize,
  type WorkSummary,
} from './work.js';

/** What the host displays of its children. */
export interface View {
  /** `line`: the work is behind a line that opens it. `flush`: it is hidden. `none`: it is displayed. */
  readonly fold: Fold;
  /** Whether more children may come. */
  readonly isRunning: boolean;
  /** The duration of the run in seconds, if the server measured it. */
  readonly seconds?: number | undefined;
  /** The author of the texts that name none; without it, the assistant. */
  readonly author?: Author | undefined;
}

interface Row {
  readonly key: string;
  readonly render: () => unknown;
}

/** The key of the line that opens all work. */
const workKey = 'work';

const groupKey = ({covers}: Segment): string => `group:${covers[0] ?? ''}`;

/**
 * The children of a message or a step, one row each. A row is hidden on the screen by an attribute, so that elements are neither moved
 * nor replaced when the work of a run is folded, and everything is printed.
 */
export class WorkRows {
  readonly #host: ReactiveControllerHost;
  /** The keys of the lines that are open. */
  readonly #open = new Set<string>();
  /** The calls that the user has opened or closed, which stay displayed while a group forms around them. */
  readonly #touched = new Set<string>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Whether the line that opens all work is open. */
  get isOpen(): boolean {
    return this.#open.has(workKey);
  }

  /** Opens the line of all work. */
  openWork(): void {
    this.#open.add(workKey);
  }

  /** Closes all lines, before another item is displayed. */
  reset(): void {
    this.#open.clear();
    this.#touched.clear();
  }

  /** Opens what hides an item: the group that contains the child with this id, and the work unless `isVisible`. */
  reveal(children: readonly Item[], id: string | undefined, isVisible: boolean): void {
    const group = segmentsOf(children).find(
      segment => segment.isGroup && segment.covers.some(covered => covered === id),
    );
    if (group) this.#open.add(groupKey(group));
    if (!isVisible) this.openWork();
    this.#host.requestUpdate();
  }

  render(children: readonly Item[], services: Services, view: View): unknown {
    const {fold, isRunning, author} = view;
    const hidesWork = fold !== 'none' && !(fold === 'line' && this.isOpen);
    const end = children.findLast(({kind}) => kind !== 'error');
    const segments = segmentsOf(children);
    const authors = authorChanges(children, author);
    const asked = askedCalls(children);
    const rows: Row[] = [];
    let hasLine = fold !== 'line';
    for (const segment of segments) {
      if (!hasLine && segment.items.some(item => item.kind === 'step' || isWork(item, services))) {
        hasLine = true;
        rows.push(this.#workLine(children, services.labels, view.seconds));
      }
      if (segment.isGroup && !hidesWork)
        rows.push(this.#groupLine(segment, asked, services.labels));
      for (const item of segment.items) {
        // While a question is open, it takes the place of its tool.
        const isAsked = item.kind === 'tool' && isOpen(item.status) && asked.has(item.id);
        const isHidden = hidesWork
          ? !isVisibleInFold(item, services)
          : isAsked ||
            (segment.isGroup &&
              this.#isHiddenInGroup(item, segment, segments, isRunning, services));
        const covers = segment.isGroup || segment.covers.length < 2 ? undefined : segment.covers;
        rows.push({
          key: item.id,
          render: () =>
            html`<div
              class=${segment.isGroup ? 'row nested' : 'row'}
              ?data-folded=${isHidden}
              data-covers=${ifDefined(covers?.join('\n'))}
              @ubik-toggle-request=${() => this.#touched.add(item.id)}
            >
              ${authors.has(item) ? renderAuthor(authors.get(item), services) : nothing}
              ${renderItem(item, services, item === end, hidesWork && !isHidden)}
            </div>`,
        });
      }
    }
    return repeat(
      rows,
      ({key}) => key,
      ({render}) => render(),
    );
  }

  /** Of a closed group, results and questions are visible, and the newest call while it or its run is in progress. */
  #isHiddenInGroup(
    item: Item,
    group: Segment,
    segments: readonly Segment[],
    isRunning: boolean,
    services: Services,
  ): boolean {
    if (this.#open.has(groupKey(group)) || this.#touched.has(item.id)) return false;
    if (item.status === 'waiting' || !isWork(item, services)) return false;
    const isNewest = item === group.items.at(-1);
    return !(isNewest && (isOpen(item.status) || (isRunning && group === segments.at(-1))));
  }

  #workLine(children: readonly Item[], labels: Labels, seconds: number | undefined): Row {
    const summary = summarize(children);
    const measured = {...summary, seconds: seconds ?? summary.seconds};
    return this.#line(workKey, () => workLabel(measured, labels));
  }

  #groupLine(group: Segment, asked: ReadonlySet<string | undefined>, labels: Labels): Row {
    const active = group.items.filter(({status}) => isOpen(status));
    const isRunning = active.some(item => !isUnanswered(item) && !asked.has(item.id));
    const status = isRunning ? 'streaming' : active.length > 0 ? 'waiting' : 'done';
    const label = (): string => groupLabel(summarize(group.items), active.length > 0, labels);
    return this.#line(groupKey(group), label, status, group.covers);
  }

  #line(key: string, label: () => string, status?: Status, covers: readonly string[] = []): Row {
    return {key, render: () => this.#renderLine(key, label(), status, covers)};
  }

  #renderLine(
    key: string,
    label: string,
    status: Status | undefined,
    covers: readonly string[],
  ): TemplateResult {
    const isExpanded = this.#open.has(key);
    const toggle = (event: Event): void => {
      // From the button, whose place in the view is kept.
      if (!event.currentTarget?.dispatchEvent(new UbikToggleRequestEvent(!isExpanded))) return;
      if (isExpanded) this.#open.delete(key);
      else this.#open.add(key);
      for (const id of covers) this.#touched.delete(id);
      this.#host.requestUpdate();
    };
    return html`<button
      class="header work"
      part="work"
      type="button"
      aria-expanded=${isExpanded ? 'true' : 'false'}
      @click=${toggle}
    >
      ${status ? statusIcon(status) : nothing}
      <span class="heading">${label}</span>
      <span class="chevron">${icon('chevron', 16)}</span>
    </button>`;
  }
}

/** `Worked for 10 sec · 3 steps · 4 tools · 1 failed`; counts of zero and an unknown duration are left out. */
function workLabel(summary: WorkSummary, {work, locale}: Labels): string {
  const {steps, tools, seconds} = summary;
  const duration = formatNotable(seconds, locale);
  const label = [
    duration === undefined ? '' : work.doneIn(duration),
    steps > 0 ? work.steps(steps) : '',
    tools > 0 ? work.tools(tools) : '',
    failedLabel(summary, work),
  ]
    .filter(Boolean)
    .join(' · ');
  return label || work.details;
}

/** `Used 30 tools · 1 failed`; without the verb while calls are running. */
function groupLabel(summary: WorkSummary, isActive: boolean, {work}: Labels): string {
  const count = isActive ? work.tools(summary.tools) : work.used(summary.tools);
  return [count, failedLabel(summary, work)].filter(Boolean).join(' · ');
}

const failedLabel = ({failedTools}: WorkSummary, work: Labels['work']): string =>
  failedTools > 0 ? work.failed(failedTools) : '';
