// The limit of each file of the CDN folder, in KB of gzip. `npm run size` checks it; the README lists it.
//
// A page that displays an answer has loaded the protocol and the Markdown renderer too: compare that sum with others.
// `ceiling` is the current size; a larger file fails the check. A change that makes a file smaller lowers its ceiling.
// `budget` is the target, if it differs.
export const bundles = [
  {
    name: 'core, beyond its libraries',
    entry: 'dist/core/index.js',
    without: ['lit', 'dompurify', 'eventsource-parser'],
    ceiling: 37,
    budget: 10,
  },
  {
    name: 'controller, with the core it uses',
    entry: 'dist/controller/index.js',
    ceiling: 26,
    budget: 20,
  },
  {name: 'chat, one module', files: ['ubik-chat.js'], ceiling: 65.5, budget: 60},
  {name: 'chat, classic script', files: ['ubik-chat.iife.js'], ceiling: 65.5, budget: 60},
  {
    name: 'chat, with its protocol and Markdown',
    files: ['ubik-chat.js', 'protocol/ubik.js', 'ubik-markdown/markdown-engine.js'],
    ceiling: 104.5,
  },
  {name: 'loader, with the button', files: ['loader.js'], ceiling: 2, budget: 5},
  {name: 'inspector, beside a chat', files: ['inspector.js'], ceiling: 14},
];

/** Lazily loaded files by path in the folder; the first matching rule applies. */
export const parts = [
  {name: 'a language of the interface', files: /^locales\//, ceiling: 4.5},
  {name: 'HTML sanitizer, with the first HTML of a text', files: /^dompurify/, ceiling: 12},
  {name: 'questions to the user', files: /^ubik-request/, ceiling: 5},
  {name: 'menu of a conversation', files: /^ubik-menu/, ceiling: 2},
  {name: 'dictation', files: /^ubik-dictation/, ceiling: 2},
  {name: 'list of conversations', files: /^ubik-sessions/, ceiling: 4},
  {
    name: 'Markdown renderer, for the first answer',
    files: /^ubik-markdown\/markdown-engine/,
    ceiling: 25,
  },
  {name: 'Ubik Agent API', files: /^protocol\/ubik/, ceiling: 15},
  {name: 'Anthropic Messages', files: /^protocol\/anthropic/, ceiling: 7},
  {name: 'AISHU Data Agent', files: /^protocol\/aishu/, ceiling: 10},
  {name: 'colours of code', files: /^highlight|^@codemirror/, ceiling: 3},
  {name: 'colours of one language', files: /^mode\//, ceiling: 11},
  {name: 'formulas', files: /^math/, ceiling: 3},
  {name: 'formulas: Temml', files: /^temml/, ceiling: 60},
  {name: 'diagrams', files: /^diagrams/, ceiling: 2},
  {name: 'diagrams: Mermaid, in its frame', files: /^diagram-frame/, ceiling: 780},
  {name: 'anything else', files: /./, ceiling: 4},
];

/** Sizes of comparable products, from their published packages of November 2026. */
export const peers = {nlux: 44, 'deep-chat': 111, Flowise: 284, 'Carbon AI Chat': 647};
