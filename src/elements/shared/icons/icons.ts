import type {TemplateResult} from 'lit';
import {html} from '../../base/html.js';

/** One path per icon, on a 24 × 24 grid, stroked with the text colour. */
const paths = {
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm9 6 6 6-6 6',
  down: 'M12 5v14m-6-6 6 6 6-6',
  up: 'M12 19V5m-6 6 6-6 6 6',
  stop: 'M9 7h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2z',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  clip: 'm20 11-8.2 8.2a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7l-8.2 8.2a1.7 1.7 0 0 1-2.3-2.4l7.5-7.5',
  copy: 'M11.5 9h6A2.5 2.5 0 0 1 20 11.5v6a2.5 2.5 0 0 1-2.5 2.5h-6A2.5 2.5 0 0 1 9 17.5v-6A2.5 2.5 0 0 1 11.5 9zM5.5 15A1.5 1.5 0 0 1 4 13.5V6a2 2 0 0 1 2-2h7.5A1.5 1.5 0 0 1 15 5.5',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.3M20 4.5v4.8h-4.8',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.1',
  error: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 8v5M12 16v.1',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 11.5V16M12 8v.1',
  question:
    'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M9.7 9.5a2.4 2.4 0 1 1 3.6 2.2c-.9.5-1.3 1-1.3 2M12 16.5v.1',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7v5l3.5 2',
  chat: 'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v8a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 3.5V17A2.5 2.5 0 0 1 4 14.5z',
  spark: 'M12 4c.7 4.8 2.5 7 8 8-5.5 1-7.3 3.2-8 8-.7-4.8-2.5-7-8-8 5.5-1 7.3-3.2 8-8z',
  file: 'M13.5 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.5zM13.5 3.5v5h5',
  bin: 'M4.5 7h15M10 7V4.5h4V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5M14 11v5',
  link: 'M14 5h5v5M19 5l-8.5 8.5M17 14v4a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 5 18V9a1.5 1.5 0 0 1 1.5-1.5H10',
  more: 'M4.5 12a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0m7 0a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0m7 0a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0',
} as const;

export type IconName = keyof typeof paths;

/** An icon that only lazily loaded parts use, and therefore define: its name and its path. */
export type Drawing = readonly [name: string, path: string];

/** Renders an icon. It is hidden from assistive technology, so it always needs a text beside it. */
export function icon(picture: IconName | Drawing, size = 18): TemplateResult {
  const [name, path] = typeof picture === 'string' ? [picture, paths[picture]] : picture;
  return html`<svg
    class="icon icon-${name}"
    width=${size}
    height=${size}
    viewBox="0 0 24 24"
    fill=${name === 'stop' ? 'currentColor' : 'none'}
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${path}></path>
  </svg>`;
}
