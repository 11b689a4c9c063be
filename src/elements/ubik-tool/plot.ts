import {nothing, svg, type TemplateResult} from 'lit';
import {html} from '../base/html.js';

interface Point {
  readonly label: string;
  readonly value: number;
  readonly series: string;
}

export interface Plot {
  readonly shape: 'columns' | 'lines' | 'pie' | 'ring';
  readonly points: readonly Point[];
}

const [width, height, foot, head] = [480, 220, 24, 18];

/** More labels than this would overlap. */
const maxLabels = 12;

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** The opacity of a series; the table below distinguishes them without colour. */
const shade = (index: number, count: number): number => 1 - (0.7 * index) / Math.max(count, 1);

/** Renders values as an SVG chart. The table below it has the numbers, so the chart needs only a name. */
export function renderPlot(plot: Plot, title: string): TemplateResult {
  const round = plot.shape === 'pie' || plot.shape === 'ring';
  return html`<svg
    part="plot"
    role="img"
    aria-label=${title || plot.shape}
    viewBox="0 0 ${width} ${height}"
    width="100%"
    fill="var(--_accent)"
    font-size="12"
  >
    ${round ? renderSlices(plot) : renderAxes(plot)}
  </svg>`;
}

function renderAxes({shape, points}: Plot): unknown {
  const labels = unique(points.map(({label}) => label));
  const names = unique(points.map(({series}) => series));
  const values = points.map(({value}) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = (height - foot - head) / (high - low || 1);
  const y = (value: number): number => head + (high - value) * scale;
  const step = width / labels.length;
  const textAt = (x: number, top: number, text: string): unknown =>
    svg`<text x=${x} y=${top} text-anchor="middle" fill="var(--_text-muted)">${text}</text>`;
  const few = points.length <= maxLabels;
  const middle = ({label}: Point): number => (labels.indexOf(label) + 0.5) * step;

  const bars = (): unknown =>
    points.map(point => {
      const index = names.indexOf(point.series);
      const thick = (step * 0.7) / names.length;
      const x = middle(point) - step * 0.35 + index * thick;
      const [top, end] = [y(Math.max(point.value, 0)), y(Math.min(point.value, 0))];
      return svg`<rect x=${x} y=${top} width=${thick} height=${Math.max(end - top, 1)} rx="2"
        fill-opacity=${shade(index, names.length)}></rect>
        ${few ? textAt(x + thick / 2, top - 5, String(point.value)) : nothing}`;
    });
  const lines = (): unknown =>
    names.map((name, index) => {
      const own = points.filter(({series}) => series === name);
      const path = own.map(point => `${middle(point)},${y(point.value)}`).join(' ');
      return svg`<polyline points=${path} fill="none" stroke="var(--_accent)" stroke-width="2"
        stroke-opacity=${shade(index, names.length)}></polyline>
        ${own.map(point => svg`<circle cx=${middle(point)} cy=${y(point.value)} r="3"></circle>`)}`;
    });
  return [
    shape === 'lines' ? lines() : bars(),
    svg`<line x1="0" x2=${width} y1=${y(0)} y2=${y(0)} stroke="var(--_border-strong)"></line>`,
    labels.length <= maxLabels
      ? labels.map((label, n) => textAt((n + 0.5) * step, height - 6, label))
      : nothing,
  ];
}

function renderSlices({shape, points}: Plot): unknown {
  const [x, y, radius] = [width / 2, height / 2, height / 2 - 4];
  const total = points.reduce((sum, {value}) => sum + Math.max(value, 0), 0) || 1;
  const inner = shape === 'ring' ? radius * 0.6 : 0;
  let turned = 0;
  const at = (share: number, distance: number): string => {
    const angle = (share - 0.25) * 2 * Math.PI;
    return `${x + distance * Math.cos(angle)},${y + distance * Math.sin(angle)}`;
  };
  return points.map(({label, value}, n) => {
    // An arc of a full circle has equal ends and would be invisible.
    const share = Math.min(Math.max(value, 0) / total, 0.9999);
    const [from, to] = [turned, (turned += share)];
    const large = share > 0.5 ? 1 : 0;
    const path =
      `M${at(from, radius)}A${radius},${radius} 0 ${large} 1 ${at(to, radius)}` +
      `L${at(to, inner)}A${inner},${inner} 0 ${large} 0 ${at(from, inner)}Z`;
    return svg`<path d=${path} fill-opacity=${shade(n, points.length)} stroke="var(--_surface)">
      <title .textContent=${`${label}: ${value}`}></title></path>`;
  });
}
