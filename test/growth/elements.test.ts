import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, type ToolItem} from '../../src/core/index.js';
import {answerTypes} from '../../src/elements/ubik-request/request-forms.js';
import {formatTime} from '../../src/elements/shared/text/format.js';
import {humanise} from '../../src/core/humanise.js';
import {summarizeOps} from '../../src/elements/ubik-inspector/rows.js';
import {hiddenTarget} from '../../src/elements/ubik-markdown/link-host.js';
import {linkTarget, safeUrl, showControls} from '../../src/elements/shared/html/safe-url.js';
import {wholeText} from '../../src/elements/shared/export/save.js';
import {fieldOf} from '../../src/elements/ubik-request/schema-form/fields.js';
import {SentenceReader, spoken} from '../../src/elements/shared/text/sentence-reader.js';
import {
  foundSources,
  hasPlot,
  hasView,
  leadingText,
  currentNote,
  readOutput,
  responseOf,
} from '../../src/elements/ubik-tool/tool-facts.js';
import {en} from '../../src/elements/locales/en.js';
import {superlinear} from './superlinear.js';
import {request, text as textItem, tool} from '../elements/support/items.js';

const linksTo = (href: string): ((text: string) => unknown) => {
  const target = new URL(href);
  return text => hiddenTarget(text, target, href);
};

/** A tool with the same text in every field. */
const toolWithText = (text: string): ToolItem =>
  tool({
    name: text,
    input: text,
    output: text,
    log: text,
    phases: [{name: text, status: 'started', data: {[text]: 1, sources: [{title: text}]}}],
  });

const entries: Readonly<Record<string, (text: string) => unknown>> = {
  'words that are read out': spoken,
  'sentences that are read out': text => {
    const reader = new SentenceReader();
    for (let part = 1; part <= 8; part++) {
      const words = text.slice(0, (text.length * part) >> 3);
      reader.read(textItem(words, {id: 't'}), part === 8, en.markdown);
    }
  },
  'sentences that are read out while they are streamed': text => {
    const reader = new SentenceReader();
    for (let end = 64; end < text.length; end += 64)
      reader.read(textItem(text.slice(0, end), {id: 't'}), false, en.markdown);
  },
  'the text of a link': linksTo('https://evil.example/'),
  'the text of a link for mail': linksTo('mailto:a@evil.example'),
  'the text of a link for telephones': linksTo('tel:+1900'),
  'the address of a link': text => {
    for (const start of ['', 'https://a.example/', 'mailto:', 'tel:']) {
      const target = linkTarget(start + text);
      if (target) hiddenTarget('b.example', target, start + text);
    }
  },
  'an address': text => [safeUrl(text), safeUrl(`https://${text}`)],
  'what would turn the direction': showControls,
  'a name': humanise,
  'a time': text => formatTime(text, 'en'),
  'what a tool told': text => {
    const item = toolWithText(text);
    const same = [foundSources(item), hasPlot(item), hasView(item), currentNote(item)];
    return [same, leadingText({text}), readOutput(text), responseOf({response: text})];
  },
  'the schema of a question': text =>
    fieldOf({
      properties: {[text]: {type: 'string', title: text, description: text, enum: [text]}},
    }),
  'the types of a question': text => answerTypes(request({inputTypes: [text], prompt: text})),
  'a conversation that is saved': text =>
    wholeText({...emptyConversation, children: [toolWithText(text)]}, en),
  'the list of the inspector': text => summarizeOps([{op: 'append', id: text, field: text, text}]),
};

describe('rendering time of hostile text', () => {
  for (const [name, read] of Object.entries(entries)) {
    it(`grows no faster than its length: ${name}`, () => {
      assert.deepEqual(superlinear(read), []);
    });
  }
});
