import {nothing, type TemplateResult} from 'lit';
import {shorten} from '../../core/model/shorten.js';
import {html, svg} from '../base/html.js';
import {formatCompact} from '../shared/text/format.js';

interface Point {
  readonly label: string;
  readonly value: number;
  readonly series: string;
}

export interface Plot {
  readonly shape: 'columns' | 'lines' | 'pie' | 'ring';
  readonly points: readonly Point[];
}

/** Pixels: the height, the room for the names below the points, and for a number above the highest. */
const [height, foot, head] = [220, 24, 18];

/** The chart is as wide as its place, which is unknown here: its texts are chosen for two widths in pixels. */
const [narrow, wide] = [260, 480];

const fontSize = 12;

/** Characters of a name. */
const maxNameLength = 24;

/** Estimated pixels of a text: the characters of some scripts are twice as wide. */
const widthOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, letter) => sum + fontSize * (letter > '\u2e80' ? 1 : 0.6),
    fontSize / 2,
  );

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** The opacity of a series; the table below distinguishes them without colour. */
const shade = (index: number, count: number): number => 1 - (0.7 * index) / Math.max(count, 1);

const percent = (share: number): string => `${share * 100}%`;

/** Renders values as an SVG chart. The table below it has the numbers, so the chart needs only a name. */
export function renderPlot(plot: Plot, title: string, locale: string): TemplateResult {
  const round = plot.shape === 'pie' || plot.shape === 'ring';
  return html`<div class="plot">
    <svg
      part="plot"
      role="img"
      aria-label=${title}
      width="100%"
      height=${height}
      fill="var(--_accent)"
      font-size=${fontSize}
      direction="ltr"
    >
      ${round ? renderSlices(plot, locale) : renderAxes(plot, locale)}
    </svg>
  </div>`;
}

/** A text at a share of the width. */
const textAt = (x: number, top: number, text: string, anchor = 'middle'): unknown =>
  svg`<text x=${percent(x)} y=${top} text-anchor=${anchor} fill="var(--_text-muted)">${text}</text>`;

/** The names of the points that fit side by side: all, or every second, third … beginning at its point. */
function renderNames(names: readonly string[], width: number): unknown {
  const step = 1 / names.length;
  const stride = Math.ceil(widest(names) / (width * step));
  if (stride <= 1) return names.map((name, n) => textAt((n + 0.5) * step, height - 6, name));
  return names.map((name, n) =>
    n % stride === 0 && n * step * width + widthOf(name) <= width
      ? textAt(n * step, height - 6, name, 'start')
      : nothing,
  );
}

function renderAxes({shape, points}: Plot, locale: string): unknown {
  const labels = unique(points.map(({label}) => label));
  const names = unique(points.map(({series}) => series));
  const values = points.map(({value}) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = (height - foot - head) / (high - low || 1);
  const y = (value: number): number => head + (high - value) * scale;
  const step = 1 / labels.length;
  const places = new Map(labels.map((label, n) => [label, (n + 0.5) * step]));
  const middle = ({label}: Point): number => places.get(label) ?? 0;
  const thick = (step * 0.7) / names.length;
  const left = (point: Point): number =>
    middle(point) - step * 0.35 + names.indexOf(point.series) * thick;

  const bars = (): unknown =>
    points.map(point => {
      const [top, end] = [y(Math.max(point.value, 0)), y(Math.min(point.value, 0))];
      return svg`<rect x=${percent(left(point))} y=${top} width=${percent(thick)}
        height=${Math.max(end - top, 1)} rx="2"
        fill-opacity=${shade(names.indexOf(point.series), names.length)}></rect>`;
    });
  const lines = (): unknown =>
    names.map((name, index) => {
      const own = points.filter(({series}) => series === name);
      const path = own.map(point => `${middle(point)},${y(point.value)}`).join(' ');
      return svg`<svg viewBox="0 0 1 ${height}" preserveAspectRatio="none" width="100%" height=${height}>
        <polyline points=${path} fill="none" stroke="var(--_accent)" stroke-width="2"
          vector-effect="non-scaling-stroke" stroke-opacity=${shade(index, names.length)}></polyline></svg>
        ${own.map(
          point => svg`<circle cx=${percent(middle(point))} cy=${y(point.value)} r="3"></circle>`,
        )}`;
    });
  const numbers = values.map(value => formatCompact(value, locale));
  const room = names.length === 1 ? step : thick;
  const texts = (width: number): unknown => [
    renderNames(
      labels.map(label => shorten(label, maxNameLength)),
      width,
    ),
    shape === 'columns' && widest(numbers) <= room * width
      ? points.map((point, n) =>
          textAt(left(point) + thick / 2, y(Math.max(point.value, 0)) - 5, numbers[n] ?? ''),
        )
      : nothing,
  ];
  return [
    shape === 'lines' ? lines() : bars(),
    svg`<line x1="0" x2="100%" y1=${y(0)} y2=${y(0)} stroke="var(--_border-strong)"></line>
      <g class="narrow">${texts(narrow)}</g><g class="wide">${texts(wide)}</g>`,
  ];
}

function renderSlices({shape, points}: Plot, locale: string): unknown {
  const center = height / 2;
  const radius = center - 4;
  const total = points.reduce((sum, {value}) => sum + Math.max(value, 0), 0) || 1;
  const inner = shape === 'ring' ? radius * 0.6 : 0;
  let turned = 0;
  const at = (share: number, distance: number): string => {
    const angle = (share - 0.25) * 2 * Math.PI;
    return `${center + distance * Math.cos(angle)},${center + distance * Math.sin(angle)}`;
  };
  const slices = points.map(({label, value}, n) => {
    // An arc of a full circle has equal ends and would be invisible.
    const share = Math.min(Math.max(value, 0) / total, 0.9999);
    const [from, to] = [turned, (turned += share)];
    const large = share > 0.5 ? 1 : 0;
    const path =
      `M${at(from, radius)}A${radius},${radius} 0 ${large} 1 ${at(to, radius)}` +
      `L${at(to, inner)}A${inner},${inner} 0 ${large} 0 ${at(from, inner)}Z`;
    return svg`<path d=${path} fill-opacity=${shade(n, points.length)} stroke="var(--_surface)">
      <title .textContent=${`${label}: ${formatCompact(value, locale)}`}></title></path>`;
  });
  return svg`<svg viewBox="0 0 ${height} ${height}" width="100%" height=${height}>${slices}</svg>`;
}
