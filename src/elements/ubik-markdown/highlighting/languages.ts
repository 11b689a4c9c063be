import type {StreamParser, StringStream} from '@codemirror/streamparser';
import {LazyModule} from '../../../controller/lazy-module.js';

/** Parses one line at a time and carries a state from line to line. */
type LanguageParser = StreamParser<unknown>;

/** A loaded parser and the stream class that feeds it a line. */
export interface Loaded {
  readonly language: LanguageParser;
  readonly Stream: typeof StringStream;
}

type Mode = () => Promise<LanguageParser>;

const clike =
  (name: 'c' | 'cpp' | 'csharp' | 'dart' | 'java' | 'kotlin' | 'objectiveC' | 'scala') => () =>
    import('@codemirror/legacy-modes/mode/clike').then(mode => mode[name]);
const script = (name: 'javascript' | 'json' | 'typescript') => () =>
  import('@codemirror/legacy-modes/mode/javascript').then(mode => mode[name]);
const markup = (name: 'html' | 'xml') => () =>
  import('@codemirror/legacy-modes/mode/xml').then(mode => mode[name]);
const sheet = (name: 'css' | 'less' | 'sCSS') => () =>
  import('@codemirror/legacy-modes/mode/css').then(mode => mode[name]);

/** The parsers, by the names that can follow a fence. */
const MODES: readonly (readonly [names: string, mode: Mode])[] = [
  ['c h', clike('c')],
  ['cpp c++ cc hpp', clike('cpp')],
  ['cs csharp c#', clike('csharp')],
  ['dart', clike('dart')],
  ['java', clike('java')],
  ['kotlin kt', clike('kotlin')],
  ['objectivec objc', clike('objectiveC')],
  ['scala', clike('scala')],
  ['js javascript jsx mjs cjs', script('javascript')],
  ['ts typescript tsx mts cts', script('typescript')],
  ['json json5 jsonc jsonl', script('json')],
  ['html vue svelte astro', markup('html')],
  ['xml svg', markup('xml')],
  ['css', sheet('css')],
  ['scss', sheet('sCSS')],
  ['less', sheet('less')],
  ['py python', () => import('@codemirror/legacy-modes/mode/python').then(mode => mode.python)],
  [
    'sh bash shell zsh console',
    () => import('@codemirror/legacy-modes/mode/shell').then(mode => mode.shell),
  ],
  [
    'sql mysql postgresql',
    () => import('@codemirror/legacy-modes/mode/sql').then(mode => mode.standardSQL),
  ],
  ['go golang', () => import('@codemirror/legacy-modes/mode/go').then(mode => mode.go)],
  ['rs rust', () => import('@codemirror/legacy-modes/mode/rust').then(mode => mode.rust)],
  ['rb ruby', () => import('@codemirror/legacy-modes/mode/ruby').then(mode => mode.ruby)],
  ['swift', () => import('@codemirror/legacy-modes/mode/swift').then(mode => mode.swift)],
  ['yaml yml', () => import('@codemirror/legacy-modes/mode/yaml').then(mode => mode.yaml)],
  ['toml', () => import('@codemirror/legacy-modes/mode/toml').then(mode => mode.toml)],
  [
    'ini properties',
    () => import('@codemirror/legacy-modes/mode/properties').then(mode => mode.properties),
  ],
  ['diff patch', () => import('@codemirror/legacy-modes/mode/diff').then(mode => mode.diff)],
  [
    'docker dockerfile',
    () => import('@codemirror/legacy-modes/mode/dockerfile').then(mode => mode.dockerFile),
  ],
  ['lua', () => import('@codemirror/legacy-modes/mode/lua').then(mode => mode.lua)],
  ['r', () => import('@codemirror/legacy-modes/mode/r').then(mode => mode.r)],
  [
    'ps1 powershell',
    () => import('@codemirror/legacy-modes/mode/powershell').then(mode => mode.powerShell),
  ],
  ['latex tex', () => import('@codemirror/legacy-modes/mode/stex').then(mode => mode.stex)],
];

const languages = new Map(
  MODES.flatMap(([names, mode]) => {
    const language = new LazyModule(() => loadParser(mode));
    return names.split(' ').map((name): [string, LazyModule<Loaded>] => [name, language]);
  }),
);

async function loadParser(mode: Mode): Promise<Loaded> {
  const [language, {StringStream: Stream}] = await Promise.all([
    mode(),
    import('@codemirror/streamparser'),
  ]);
  return {language, Stream};
}

/** The parser for the language of a fence; `undefined` if there is none. */
export function findLanguage(name: string): LazyModule<Loaded> | undefined {
  return languages.get(name.toLowerCase());
}
