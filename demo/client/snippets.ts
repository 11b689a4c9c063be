import {attributesOf, tokensOf, type State} from './settings.js';

/** What the playground writes down: the chosen chat as code for a page. */
export const snippets: Readonly<Record<string, (state: State) => string>> = {
  HTML: state => {
    const css = cssOf(state);
    const style = css ? `<style>\n${indent(css)}\n</style>\n` : '';
    return `${style}<script type="module" src="/ubik-chat.js"></script>\n${tag(state)}\n`;
  },
  React: state =>
    `import 'ubik-chat/react';\n${cssImport(state)}\nexport function Chat() {\n  return (\n${indent(tag(state), 4)}\n  );\n}\n`,
  Vue: state =>
    `<script setup lang="ts">\nimport 'ubik-chat/vue';\n${cssImport(state)}</script>\n\n<template>\n${indent(tag(state))}\n</template>\n`,
  Svelte: state =>
    `<script lang="ts">\n  import 'ubik-chat/svelte';\n${indent(cssImport(state))}</script>\n\n${tag(state)}\n`,
  CSS: state => cssOf(state) || '/* Every token has its standard value. */',
};

function cssOf(state: State): string {
  const lines = tokensOf(state).map(([token, value]) => `  ${token}: ${value};\n`);
  return lines.length > 0 ? `ubik-chat {\n${lines.join('')}}` : '';
}

const cssImport = (state: State): string =>
  tokensOf(state).length > 0 ? "import './chat.css'; // the tab CSS\n" : '';

function tag(state: State): string {
  const lines = attributesOf(state).map(([name, value]) => `  ${name}="${quoted(value)}"\n`);
  return `<ubik-chat\n${lines.join('')}></ubik-chat>`;
}

const quoted = (value: string): string =>
  value.replace(/[&"<>{}]/g, character => `&#${character.charCodeAt(0)};`);

const indent = (text: string, by = 2): string => text.replace(/^(?=.)/gm, ' '.repeat(by));
