import {agents, scenes} from './scenes.js';

/** A control of the playground. `token` settings are custom properties of the chat, `attribute` settings its attributes. */
export interface Setting {
  readonly name: string;
  readonly label: string;
  readonly group: 'Agent' | 'Chat' | 'Theme';
  readonly kind: 'select' | 'text' | 'color' | 'range';
  /** The value without a choice; not part of the URL. */
  readonly standard: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Of a range, in `rem`. */
  readonly range?: readonly [from: number, to: number, step: number];
  readonly token?: string;
  readonly attribute?: string;
}

/** The chosen values by names of settings. */
export type SettingValues = Readonly<Record<string, string>>;

const languages = {
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  zh: '简体中文',
};

const serif = "Charter, 'Iowan Old Style', 'Noto Serif', Georgia, serif";
const mono = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export const settings: readonly Setting[] = [
  {
    name: 'protocol',
    label: 'Protocol',
    group: 'Agent',
    kind: 'select',
    standard: 'ubik',
    options: Object.entries(agents).map(([name, {title}]) => [name, title]),
  },
  {
    name: 'scene',
    label: 'Scenario',
    group: 'Agent',
    kind: 'select',
    standard: '',
    options: [
      ['', 'None: an empty chat'],
      ...scenes.map(({text: message, title}) => [message, title] as const),
    ],
  },
  select('layout', 'Layout', 'inline', {float: 'Floating', sidebar: 'Sidebar', full: 'Full page'}),
  select('position', 'Position', 'end', {start: 'Start'}),
  select('theme', 'Theme', 'auto', {light: 'Light', dark: 'Dark'}),
  select('lang', 'Language', 'en', languages),
  select('dir', 'Direction', 'ltr', {rtl: 'Right to left'}),
  text('heading', 'Title'),
  text('placeholder', 'Placeholder'),
  text('teaser', 'Teaser'),
  colour('accent', 'Accent', '#2f5fd0'),
  colour('surface', 'Background', '#ffffff'),
  colour('text', 'Text', '#1b1d22'),
  range('radius', 'Corner radius', '0.75', [0, 2, 0.05]),
  range('font-size', 'Font size', '0.9375', [0.75, 1.25, 0.0625]),
  range('space', 'Spacing', '0.25', [0.15, 0.4, 0.01]),
  {
    name: 'font',
    label: 'Font',
    group: 'Theme',
    kind: 'select',
    standard: '',
    options: [
      ['', 'System'],
      [serif, 'Serif'],
      [mono, 'Monospace'],
    ],
    token: '--ubik-font-family',
  },
];

/** Presets of the theme settings. */
export const presets: Readonly<Record<string, SettingValues>> = {
  Standard: {},
  Forest: {accent: '#0b7a5c'},
  Sunset: {accent: '#ff8a3d', radius: '1.25'},
  Paper: {
    theme: 'light',
    accent: '#7a3b1d',
    surface: '#fbf7ef',
    font: serif,
    'font-size': '1.0625',
    radius: '0.25',
  },
  Terminal: {
    theme: 'dark',
    accent: '#5ee08a',
    surface: '#0b0f0c',
    text: '#d6f5df',
    font: mono,
    'font-size': '0.875',
    radius: '0',
  },
};

/** Reads the state from the fragment of a URL; unknown names and values are ignored. */
export function readState(hash: string): SettingValues {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries(
    settings.flatMap(({name, standard, options}) => {
      const value = given.get(name);
      const known = !options || options.some(([option]) => option === value);
      return value === null || value === standard || !known ? [] : [[name, value]];
    }),
  );
}

/** Writes the state as the fragment of a URL. */
export function writeState(state: SettingValues): string {
  return new URLSearchParams(state).toString();
}

/** The custom properties that the state sets, with their values. */
export function tokensOf(
  state: SettingValues,
): readonly (readonly [token: string, value: string])[] {
  return settings.flatMap(({name, token, kind}) => {
    const value = state[name];
    return token && value ? [[token, kind === 'range' ? `${value}rem` : value]] : [];
  });
}

/** The attributes of the chat: those of the agent, and the chosen ones. */
export function attributesOf(
  state: SettingValues,
): readonly (readonly [name: string, value: string])[] {
  const agent =
    Object.entries(agents).find(([name]) => name === state['protocol'])?.[1] ?? agents.ubik;
  const chosen = settings.flatMap(({name, attribute}) => {
    const value = state[name];
    return attribute && value ? [[attribute, value] as const] : [];
  });
  return [...Object.entries<string>(agent.attributes), ...chosen];
}

function select(
  name: string,
  label: string,
  standard: string,
  others: Readonly<Record<string, string>>,
): Setting {
  const first = {
    inline: 'Inline',
    end: 'End',
    auto: 'Follow page',
    en: 'English',
    ltr: 'Left to right',
  };
  const options = Object.entries({[standard]: Reflect.get(first, standard) as string, ...others});
  return {name, label, group: 'Chat', kind: 'select', standard, options, attribute: name};
}

function text(name: string, label: string): Setting {
  return {name, label, group: 'Chat', kind: 'text', standard: '', attribute: name};
}

function colour(name: string, label: string, standard: string): Setting {
  return {name, label, group: 'Theme', kind: 'color', standard, token: `--ubik-${name}`};
}

function range(
  name: string,
  label: string,
  standard: string,
  limits: readonly [number, number, number],
): Setting {
  return {
    name,
    label,
    group: 'Theme',
    kind: 'range',
    standard,
    range: limits,
    token: `--ubik-${name}`,
  };
}
