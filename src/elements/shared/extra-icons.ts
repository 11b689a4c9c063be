import type {Drawing} from './icons.js';

// The icons of lazily loaded parts, which load with these parts. Format: see `icons.ts`.

export const bin: Drawing = [
  'bin',
  'M4.5 7h15M10 7V4.5h4V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5M14 11v5',
];

export const file: Drawing = [
  'file',
  'M13.5 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.5zM13.5 3.5v5h5',
];

export const flag: Drawing = ['flag', 'M6 21V4.5M6 5c4-2.5 7 2 12 0v9c-5 2-8-2.5-12 0'];

export const link: Drawing = [
  'link',
  'M14 5h5v5M19 5l-8.5 8.5M17 14v4a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 5 18V9a1.5 1.5 0 0 1 1.5-1.5H10',
];

export const expand: Drawing = ['expand', 'M14 4.5h5.5V10M10 19.5H4.5V14M19 5l-6 6M5 19l6-6'];

export const collapse: Drawing = ['collapse', 'M19.5 9.5H14V4M4.5 14.5H10V20M14 10l6-6M10 14l-6 6'];

export const microphone: Drawing = [
  'microphone',
  'M12 4a2.8 2.8 0 0 1 2.8 2.8v4.4a2.8 2.8 0 0 1-5.6 0V6.8A2.8 2.8 0 0 1 12 4zM6 11.5a6 6 0 0 0 12 0M12 17.5V21',
];

export const good: Drawing = [
  'good',
  'M8 20V10l4-6.5c1.6 0 2.5 1 2.2 2.6L13.5 9.5H19a1.5 1.5 0 0 1 1.5 1.8l-1.2 6.4A2.8 2.8 0 0 1 16.5 20zM8 11H4v8h4',
];

export const poor: Drawing = [
  'poor',
  'M16 4v10l-4 6.5c-1.6 0-2.5-1-2.2-2.6l.7-3.4H5a1.5 1.5 0 0 1-1.5-1.8l1.2-6.4A2.8 2.8 0 0 1 7.5 4zM16 13h4V5h-4',
];
