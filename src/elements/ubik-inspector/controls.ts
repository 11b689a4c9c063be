import {nothing, type TemplateResult} from 'lit';
import {live} from 'lit/directives/live.js';
import {html} from '../base/html.js';
import type {InspectorLabels} from '../locales/inspector/en.js';
import type {RowFilter, RowKind} from './rows.js';

/** The state of the playback controls. */
interface TimeState {
  /** The number of frames before the current position, and of all frames. */
  readonly position: number;
  readonly length: number;
  /** The text of the position for screen readers. */
  readonly text: string;
  readonly playing: boolean;
  readonly speed: number;
}

interface TimeActions {
  readonly seek: (position: number) => void;
  readonly toggle: () => void;
  readonly setSpeed: (speed: number) => void;
}

const speeds = [0.25, 0.5, 1, 2, 4, 16];

/** Paths on a 24 × 24 grid. They point in the inline direction and are mirrored in right-to-left pages. */
const icons = {
  first: 'M7 5v14M18 5l-8 7 8 7z',
  previous: 'M15 5l-8 7 8 7',
  play: 'M8 5l10 7-10 7z',
  pause: 'M9 5v14M15 5v14',
  next: 'M9 5l8 7-8 7',
  last: 'M17 5v14M6 5l8 7-8 7z',
};

/** Renders the playback controls. A button at an end of the run stays focusable: a disabled one would lose the focus. */
export function renderTime(
  {position, length, text, playing, speed}: TimeState,
  labels: InspectorLabels,
  {seek, toggle, setSpeed}: TimeActions,
): TemplateResult {
  const button = (name: keyof typeof icons, action: () => void, disabled: boolean) =>
    html`<button
      class="icon-button ${name}"
      type="button"
      title=${labels[name]}
      aria-label=${labels[name]}
      aria-disabled=${disabled ? 'true' : 'false'}
      @click=${() => {
        if (!disabled) action();
      }}
    >
      <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
        <path d=${icons[name]}></path>
      </svg>
    </button>`;
  const onSlide = (event: Event): void => seek(Number((event.target as HTMLInputElement).value));
  return html`<div class="bar" role="group" aria-label=${labels.position}>
    ${button('first', () => seek(0), position === 0)}
    ${button('previous', () => seek(position - 1), position === 0)}
    ${button(playing ? 'pause' : 'play', toggle, length === 0)}
    ${button('next', () => seek(position + 1), position >= length)}
    ${button('last', () => seek(length), position >= length)}
    <input
      class="place"
      type="range"
      min="0"
      max=${length}
      aria-label=${labels.position}
      aria-valuetext=${text}
      .value=${live(String(position))}
      ?disabled=${length === 0}
      @input=${onSlide}
    />
    <output class="quiet">${text}</output>
    ${renderChoice(
      'speed',
      labels.speed,
      String(speed),
      speeds.map(one => [String(one), `${one} ×`]),
      value => setSpeed(Number(value)),
    )}
  </div>`;
}

interface HeadActions {
  readonly select: (run: number) => void;
  readonly open: (file: File) => void;
  readonly save: (masked: boolean) => void;
  readonly clear: () => void;
}

/** Renders the menu of runs and the actions for them. */
export function renderHead(
  runs: readonly string[],
  selected: number,
  labels: InspectorLabels,
  {select, open, save, clear}: HeadActions,
): TemplateResult {
  const choices = runs.map((run, at) => [String(at), run] as const);
  const onFile = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) open(file);
    input.value = ''; // Allows opening the same file again.
  };
  const disabled = selected < 0;
  const button = (name: string, label: string, action: () => void) =>
    html`<button
      class="button ${name}"
      type="button"
      aria-disabled=${disabled ? 'true' : 'false'}
      @click=${() => {
        if (!disabled) action();
      }}
    >
      ${label}
    </button>`;
  return html`<div class="bar">
    <h2>${labels.title}</h2>
    ${
      choices.length > 0
        ? renderChoice('runs', labels.run, String(selected), choices, at => select(Number(at)))
        : nothing
    }
    <label class="button">
      ${labels.open}
      <input class="visually-hidden" type="file" accept=".jsonl" @change=${onFile} />
    </label>
    ${button('save', labels.save, () => save(false))}
    ${button('save-masked', labels.saveMasked, () => save(true))}
    ${button('forget', labels.clear, clear)}
  </div>`;
}

/** Renders the filter of the list. */
export function renderFilter(
  {kind, text}: RowFilter,
  labels: InspectorLabels,
  change: (filter: RowFilter) => void,
): TemplateResult {
  const onInput = (event: Event): void =>
    change({kind, text: (event.target as HTMLInputElement).value});
  return html`<div class="bar">
    ${renderChoice('kinds', labels.kind, kind, Object.entries(labels.kinds), value =>
      change({kind: value as RowKind | '', text}),
    )}
    <input
      class="filter"
      type="search"
      autocomplete="off"
      placeholder=${labels.filter}
      aria-label=${labels.filter}
      .value=${live(text)}
      @input=${onInput}
    />
  </div>`;
}

function renderChoice(
  name: string,
  label: string,
  selected: string,
  choices: readonly (readonly [value: string, label: string])[],
  choose: (value: string) => void,
): TemplateResult {
  return html`<select
    class=${name}
    aria-label=${label}
    @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
  >
    ${choices.map(
      ([value, text]) =>
        html`<option value=${value} .selected=${live(value === selected)}>${text}</option>`,
    )}
  </select>`;
}
