import {attributesOf, tokensOf, type SettingValues} from './settings.js';

/** The code of the playground for a state: a page, or a component for a project with a bundler. */
export const snippets: Readonly<Record<string, (state: SettingValues) => string>> = {
  HTML: state => {
    const css = cssOf(state);
    const style = css ? `<style>\n${indent(css)}\n</style>\n` : '';
    return `${style}<script type="module" src="/ubik-chat.js"></script>\n${tag(state)}\n`;
  },
  React: state =>
    component("import {UbikChat} from 'ubik-chat/react';", state, asProperties(state, 'UbikChat')),
  Preact: state => component("import 'ubik-chat/preact';", state, tag(state)),
  Vue: state =>
    `<script setup lang="ts">\nimport 'ubik-chat/vue';\n${cssImport(state)}</script>\n\n<template>\n${indent(tag(state))}\n</template>\n`,
  Svelte: state =>
    `<script lang="ts">\n  import 'ubik-chat/svelte';\n${indent(cssImport(state))}</script>\n\n${tag(state)}\n`,
  Solid: state =>
    component(
      "import 'ubik-chat/solid';",
      state,
      tag(state, name => (/^(lang|dir)$/.test(name) ? name : `attr:${name}`)),
    ),
  Angular: state =>
    `import {Component, CUSTOM_ELEMENTS_SCHEMA} from '@angular/core';\nimport 'ubik-chat/angular';\n\n@Component({\n  selector: 'app-chat',\n  schemas: [CUSTOM_ELEMENTS_SCHEMA],\n${hasTokens(state) ? "  styleUrl: './chat.css', // the code for CSS\n" : ''}  template: \`\n${indent(inTemplate(tag(state)), 4)}\n  \`,\n})\nexport class AgentChat {}\n`,
  CSS: state => cssOf(state) || '/* All tokens have their default values. */',
};

/** A component in JSX. */
const component = (imports: string, state: SettingValues, element: string): string =>
  `${imports}\n${cssImport(state)}\nexport function Chat() {\n  return (\n${indent(element, 4)}\n  );\n}\n`;

function cssOf(state: SettingValues): string {
  const lines = tokensOf(state).map(([token, value]) => `  ${token}: ${value};\n`);
  return lines.length > 0 ? `ubik-chat {\n${lines.join('')}}` : '';
}

const hasTokens = (state: SettingValues): boolean => tokensOf(state).length > 0;

const cssImport = (state: SettingValues): string =>
  hasTokens(state) ? "import './chat.css'; // the code for CSS\n" : '';

const asProperties = (state: SettingValues, element: string): string =>
  tag(state, name => name.replace(/-./g, ([, letter = '']) => letter.toUpperCase()), element);

function tag(
  state: SettingValues,
  named = (name: string): string => name,
  element = 'ubik-chat',
): string {
  const lines = attributesOf(state).map(([name, value]) => `  ${named(name)}="${quoted(value)}"\n`);
  return `<${element}\n${lines.join('')}></${element}>`;
}

const asEntity = (character: string): string => `&#${character.charCodeAt(0)};`;

const quoted = (value: string): string => value.replace(/[&"<>{}]/g, asEntity);

/** Escapes HTML for an Angular template in a template literal. Angular interprets two braces even as character references. */
const inTemplate = (html: string): string =>
  html.replace(/[`$\\]/g, asEntity).replaceAll('&#123;&#123;', "{{ '{{' }}");

const indent = (text: string, by = 2): string => text.replace(/^(?=.)/gm, ' '.repeat(by));
