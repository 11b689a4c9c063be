import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import {sections} from '../../../demo/site/contents.js';
import {describedElements} from '../../../demo/site/reference.js';
import {Site} from '../../../demo/site/site.js';
import {protocols} from '../../../src/controller/protocols.js';
import type {ElementDeclaration} from '../../../scripts/manifest.js';

describe('the documentation for language models', () => {
  const site = new Site(process.cwd());
  let elements: readonly ElementDeclaration[];
  let overview: string;
  let complete: string;
  let skill: string;

  before(async () => {
    elements = await describedElements(process.cwd());
    const [...texts] = await Promise.all(
      ['llms.txt', 'llms-full.txt', 'skill/SKILL.md'].map(path => site.page(path)),
    );
    [overview = '', complete = '', skill = ''] = texts.map(text => text?.trim());
  });

  it('starts with a title and a summary, and links to all pages', async () => {
    assert.match(overview, /^# Ubik Chat\n\n> .+\n/);
    const links = Array.from(overview.matchAll(/\]\(([^)]+)\)/g), ([, path = '']) => path);
    const chapters = sections.flatMap(section => section.chapters);
    assert.equal(links.length, 2 + chapters.length + elements.length);
    for (const path of links) assert.ok(await site.page(path), path);
    for (const line of overview.match(/^- .+$/gm) ?? []) assert.match(line, /\): \S/, line);
  });

  it('contains every chapter with the code of its samples, and every member of each element', () => {
    for (const {name} of sections.flatMap(section => section.chapters)) {
      const [title = ''] = /^# .+$/m.exec(readFileSync(`demo/docs/${name}.md`, 'utf8')) ?? [];
      assert.ok(complete.includes(`\n${title}\n`), title);
    }
    assert.ok(complete.includes(readFileSync('demo/examples/control.ts', 'utf8').trimEnd()));
    assert.doesNotMatch(complete, /^```.*\bfile=/m);
    assert.doesNotMatch(complete, /^import .*\/src\//m);
    assert.match(
      complete,
      /^import \{\s+createProtocol,\s+turnsOf,[^}]+\} from 'ubik-chat\/core';$/m,
    );
    for (const {tagName, members = [], events = []} of elements) {
      assert.ok(complete.includes(`# \`<${tagName}>\``), tagName);
      for (const {name, kind} of [...members, ...events.map(event => ({...event, kind: 'event'}))])
        assert.ok(
          complete.includes(kind === 'method' ? `\`${name}(` : `\`${name}\``),
          `${tagName} ${name}`,
        );
    }
  });

  it('has a skill with a description, all names of the chat, all protocols and existing commands', () => {
    const [, head = ''] = /^---\n([^]*?)\n---\n/.exec(skill) ?? [];
    assert.match(head, /^name: ubik-chat\ndescription: .{80,1024}$/);
    const chat = elements.find(({tagName}) => tagName === 'ubik-chat');
    for (const {name} of chat?.attributes ?? []) assert.ok(skill.includes(`- \`${name}\` (`), name);
    for (const {name} of chat?.events ?? []) assert.ok(skill.includes(`- \`${name}\`: `), name);
    const properties = /^## Properties without an attribute\n\n(.+)$/m.exec(skill)?.[1] ?? '';
    for (const {name, kind, attribute, readonly} of chat?.members ?? []) {
      if (kind !== 'field' || readonly === true) continue;
      assert.equal(properties.includes(`\`${name}\``), attribute === undefined, name);
    }
    for (const name of protocols.names()) assert.ok(skill.includes(`\`${name}\``), name);
    const {bin, exports: entries} = JSON.parse(readFileSync('package.json', 'utf8')) as {
      bin: object;
      exports: object;
    };
    assert.ok('ubik-chat' in bin && skill.includes('npx ubik-chat check'));
    for (const entry of ['react', 'vue', 'svelte', 'solid', 'angular', 'preact'])
      assert.ok(`./${entry}` in entries && existsSync(`src/frameworks/${entry}.ts`), entry);
  });
});
