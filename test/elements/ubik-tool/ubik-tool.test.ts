import {expect, fixture, html} from '@open-wc/testing';
import {toolInput, toolOutput} from '../../../src/core/index.js';
import '../../../src/elements/ubik-json/ubik-json.define.js';
import '../../../src/elements/ubik-sources/ubik-sources.define.js';
import '../../../src/elements/ubik-tool/ubik-tool.define.js';
import {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import type {UbikTool} from '../../../src/elements/ubik-tool/ubik-tool.js';
import {all, find, has, until, words} from '../support/dom.js';
import {request, tool} from '../support/items.js';

const render = (item = tool()): Promise<UbikTool> =>
  fixture(html`<ubik-tool .item=${item}></ubik-tool>`);

const open = async (element: UbikTool): Promise<UbikTool> => {
  element.open = true;
  await element.updateComplete;
  return element;
};

const labels = (element: UbikTool): readonly string[] => all(element, '.label').map(words);

describe('<ubik-tool>', () => {
  it('shows only its question until that is answered, and keeps the question', async () => {
    const call = tool({status: 'waiting', input: '{"a": 1}', log: 'line 1', children: [request()]});
    const element = await render(call);
    const asked = find(element, 'ubik-request');
    expect(has(element, '.header')).to.be.false;
    expect(has(element, 'section')).to.be.false;
    expect(element.hasAttribute('asking')).to.be.true;
    element.open = false;
    await element.updateComplete;
    expect(asked.checkVisibility()).to.be.true;
    element.open = true;
    element.item = {...call, status: 'streaming', children: [request({status: 'done'})]};
    await element.updateComplete;
    expect(words(find(element, '.heading'))).to.equal('Web search');
    expect(labels(element)).to.deep.equal(['Input', 'Live output']);
    expect(find(element, 'ubik-request') === asked).to.be.true;
    expect(element.hasAttribute('asking')).to.be.false;
  });

  it('says of a call that the user has refused that it was denied, without the signs of a failure', async () => {
    for (const status of ['stopped', 'failed', 'interrupted'] as const) {
      const element = await render(tool({status, denied: true, runsIn: 'page'}));
      expect(find(element, '.header .visually-hidden').textContent).to.equal('Denied');
      expect(has(element, '.status-stopped')).to.be.true;
    }
    const element = await render(tool({status: 'done', denied: true}));
    expect(find(element, '.header .visually-hidden').textContent).to.equal('Denied');
  });

  it('says of a call for the page that nobody has run that it was not run', async () => {
    const element = await render(tool({status: 'interrupted', runsIn: 'page'}));
    const status = find(element, '.header .visually-hidden');
    expect(status.textContent).to.equal('Not run');
    element.item = tool({status: 'interrupted'});
    await element.updateComplete;
    expect(status.textContent).to.equal('Interrupted');
  });

  it('says how the call and its phases ended after a translator has replaced their texts', async () => {
    const phases = [{name: 'fetch', status: 'started', data: {}}] as const;
    const running = tool({status: 'streaming', phases});
    const element = await render({...running, status: 'done'});
    await open(element);
    element.item = running;
    await element.updateComplete;
    const texts = (): readonly HTMLElement[] => all(element, '.visually-hidden');
    expect(texts().map(words)).to.deep.equal(['Running', 'Running']);
    for (const text of texts()) {
      const translated = document.createElement('span');
      translated.textContent = 'Läuft';
      text.lastChild?.replaceWith(translated);
    }
    element.item = {...running, status: 'done'};
    await element.updateComplete;
    expect(texts().map(words)).to.deep.equal(['Done', 'Done']);
  });

  it('stays closed while its question is displayed beside it, with the same arguments', async () => {
    const element = await render(tool({status: 'waiting'}));
    expect(words(find(element, '.header')))
      .to.contain('Web search')
      .and.contain('opening hours');
    expect(find(element, '.header').ariaExpanded).to.equal('false');
    expect(has(element, 'section')).to.be.false;
    // An answer that is on its way stays displayed.
    element.item = tool({id: 'asks', status: 'waiting', children: [request({status: 'done'})]});
    await element.updateComplete;
    expect(find(element, '.header').ariaExpanded).to.equal('true');
  });

  it('writes a question once: not in its header or its input, too', async () => {
    const input = '{"question": "Which **address**?"}';
    const asked = request({status: 'done', prompt: 'Which **address**?'});
    const element = await open(await render(tool({input, output: 'marie', children: [asked]})));
    expect(has(element, '.note')).to.be.false;
    expect(labels(element)).to.deep.equal(['Result']);
    const allowed = request({status: 'done', prompt: '', arguments: {query: 'opening hours'}});
    element.item = tool({id: 'allowed', children: [allowed]});
    await open(element);
    expect(has(element, '.note')).to.be.false;
    expect(labels(element)).to.deep.equal([]);
    element.item = tool({id: 'other', children: [request({status: 'done'})]});
    await open(element);
    expect(words(find(element, '.note'))).to.equal('opening hours');
    expect(labels(element)).to.deep.equal(['Input']);
  });

  it('has no frame until it is opened', async () => {
    const element = await render();
    const frame = (): string => getComputedStyle(element).boxShadow;
    expect(frame()).to.equal('none');
    await open(element);
    expect(frame()).to.not.equal('none');
  });

  it('is accessible, running and done', async () => {
    const element = await render(tool({status: 'streaming', log: 'line 1\nline 2'}));
    await expect(element).to.be.accessible();
    element.item = tool({output: '{"count": 2}', error: 'No luck'});
    await open(element);
    await expect(element).to.be.accessible();
  });

  it('shows the text of a result above its structured content, also of an error', async () => {
    const result = JSON.stringify({
      content: [{type: 'text', text: 'Found \u001B[1m2 rows'}],
      structuredContent: {rows: [{id: 7}]},
    });
    const element = await open(
      await render(tool({status: 'failed', output: result, error: result})),
    );
    expect(words(find(element, '.plain'))).to.equal('Found 2 rows');
    expect(words(find(element, '.error'))).to.contain('2 rows');
    const trees = all(element, '.plain + ubik-json, .error + ubik-json');
    expect(trees).to.have.length(2);
    for (const tree of trees) expect(tree).to.have.deep.property('value', {rows: [{id: 7}]});
  });

  it('leaves provisional citations out of the live output, also while one arrives', async () => {
    const element = await render(
      tool({status: 'streaming', log: 'Open at ten. <source_1>\nOr <b>later</b>. <source_1'}),
    );
    await open(element);
    expect(find(element, 'pre').textContent).to.equal('Open at ten.\nOr <b>later</b>.');
  });

  describe('with JSON that nests 50,000 deep', () => {
    const nested = (start: string, middle: string, end: string): string =>
      start.repeat(50_000) + middle + end.repeat(50_000);
    const values = {
      lists: nested('[', '', ']'),
      objects: nested('{"a":', '1', '}'),
      rows: `{"data":[{"a":${nested('[', '', ']')}}],"response":"Found."}`,
      'an unfinished list': '['.repeat(50_000),
    };
    for (const [name, text] of Object.entries(values)) {
      it(`shows its text: ${name}`, async () => {
        const element = await open(await render(tool({input: text, output: text})));
        await until(() => all(element, '.plain').length === 2);
        expect(all(element, '.plain').map(({textContent}) => textContent)).to.deep.equal([
          text,
          text,
        ]);
        expect(has(element, 'ubik-json')).to.be.false;
      });

      it(`reads it for a page: ${name}`, () => {
        const item = tool({input: text, output: text, status: 'streaming'});
        expect(toolInput(item)).to.be.an(text.startsWith('[') ? 'array' : 'object');
        expect(toolOutput(item)).to.not.be.undefined;
      });
    }
  });

  it('formats its name, and prefers a title', async () => {
    expect(words(find(await render(), '.heading'))).to.equal('Web search');
    expect(words(find(await render(tool({title: 'Looking it up'})), '.heading'))).to.equal(
      'Looking it up',
    );
  });

  it('shows its arguments when it is closed', async () => {
    expect(words(find(await render(), '.note'))).to.equal('opening hours');
  });

  it('shows those without Markdown syntax, but with literal characters', async () => {
    for (const [asked, said] of [
      ['Which **e-mail address** and `code`?', 'Which e-mail address and code?'],
      ['2**3 and 4**5 or ** alone', '2**3 and 4**5 or ** alone'],
      ['a`b and snake_case in __init__', 'a`b and snake_case in __init__'],
    ] as const) {
      const input = JSON.stringify({question: asked});
      expect(words(find(await render(tool({input})), '.note'))).to.equal(said);
    }
  });

  it('shows its current activity once: in its header while it is closed', async () => {
    const phases = [
      {name: 'SCRAPING_URLS', status: 'started', message: 'Reading 4 pages'},
    ] as const;
    const element = await render(tool({status: 'streaming', phases}));
    expect(has(element, '.note')).to.be.false;
    expect(words(find(element, '.phases'))).to.equal('Scraping URLs Running Reading 4 pages');
    find(element, '.header').click();
    await element.updateComplete;
    expect(words(find(element, '.note'))).to.equal('Reading 4 pages');
    expect(has(element, '.phases')).to.be.false;
  });

  it('is open while it runs and folds when it is done', async () => {
    const element = await render(tool({status: 'streaming'}));
    expect(element.open).to.be.true;
    element.item = tool();
    await element.updateComplete;
    expect(element.open).to.be.false;
  });

  it('is open as long as the page has opened it', async () => {
    const element = await fixture<UbikTool>(html`<ubik-tool open .item=${tool()}></ubik-tool>`);
    expect(element.open).to.be.true;
    element.item = tool({output: '"Found"'});
    await element.updateComplete;
    expect(element.open).to.be.true;
  });

  it('renders its arguments in the direction of their text, beside the title', async () => {
    const element = await fixture<UbikTool>(
      html`<ubik-tool dir="rtl" .item=${tool({input: '{"expression": "17 * 23"}'})}></ubik-tool>`,
    );
    const [title, note] = [find(element, '.heading'), find(element, '.note')];
    expect(getComputedStyle(note).direction).to.equal('ltr');
    const gap = title.getBoundingClientRect().left - note.getBoundingClientRect().right;
    expect(gap).to.be.within(0, 16);
    element.item = tool({error: 'No luck.'});
    await open(element);
    expect(getComputedStyle(find(element, '.error')).unicodeBidi).to.equal('plaintext');
  });

  it('renders its arguments below a long title', async () => {
    const call = tool({input: '{"query": "the opening hours of the town hall"}'});
    const element = await fixture<UbikTool>(
      html`<ubik-tool style="inline-size: 240px" .item=${{...call, duration: 125}}></ubik-tool>`,
    );
    const box = (selector: string) => find(element, selector).getBoundingClientRect();
    expect(box('.note').top).to.be.least(box('.heading').bottom);
    expect(box('.note').width).to.be.above(100);
    element.style.inlineSize = '600px';
    expect(box('.note').left).to.be.above(box('.heading').right);
  });

  it('shows the readable part of incomplete input', async () => {
    const element = await render(tool({status: 'streaming', input: '{"query": "opening ho'}));
    const shown = (): string => words(find(element, 'ubik-json').shadowRoot);
    await until(() => shown().includes('opening ho'));
  });

  it('lists its phases with their counts', async () => {
    const phases = [
      {name: 'WEB_SEARCH', status: 'completed', data: {results_count: 10}},
      {name: 'READING', status: 'completed', data: {pages: 1, queries: 1, status: 1}},
      {name: 'RERANKING', status: 'started', data: {reranked_count: 2, reranked_results: 2}},
    ] as const;
    const element = await render(tool({status: 'streaming', phases}));
    expect(all(element, '.phases li').map(words)).to.deep.equal([
      'Web search Done 10 results',
      'Reading Done 1 page · 1 query · 1 status',
      'Reranking Running 2 reranked results',
    ]);
  });

  it('says the status of each phase in words [WCAG 1.1.1]', async () => {
    const phases = [
      {name: 'fetch', status: 'completed'},
      {name: 'convert', status: 'failed'},
      {name: 'upload', status: 'started'},
    ] as const;
    const element = await open(await render(tool({status: 'stopped', phases})));
    expect(all(element, '.phases li').map(words)).to.deep.equal([
      'Fetch Done',
      'Convert Failed',
      'Upload Stopped',
    ]);
    await expect(element).to.be.accessible();
  });

  it('keeps the focus when it closes outside of a transcript [WCAG 2.4.3]', async () => {
    const element = await render(tool({status: 'streaming', log: 'line 1'}));
    find(element, '.tail').focus();
    element.item = tool();
    await element.updateComplete;
    expect(has(element, '.tail')).to.be.false;
    expect(document.activeElement).to.equal(element);
  });

  it('ends an open phase when the next one is reported', async () => {
    const phases = [
      {name: 'SEARCH_PREPARATION', status: 'started'},
      {name: 'RETRIEVAL', status: 'completed'},
      {name: 'RERANKING', status: 'started'},
    ] as const;
    const element = await render(tool({status: 'streaming', phases}));
    const rows = all(element, '.phases li');
    const running = rows.filter(row => row.querySelector('.status-streaming') !== null);
    expect(running.map(words)).to.deep.equal(['Reranking Running']);
  });

  it('does not take an open phase of a call that failed for done', async () => {
    const phases = [
      {name: 'prepare', status: 'started'},
      {name: 'search', status: 'started'},
    ] as const;
    const element = await render(tool({status: 'failed', phases}));
    await open(element);
    expect(all(element, '.phases .status-failed')).to.have.length(2);
  });

  it('ends an open phase when the tool ends', async () => {
    const phases = [{name: 'RERANKING', status: 'started'}] as const;
    const element = await render(tool({status: 'streaming', phases}));
    expect(has(element, '.phases .status-streaming')).to.be.true;
    element.item = tool({status: 'failed', phases});
    await element.updateComplete;
    await open(element);
    expect(has(element, '.phases .status-failed')).to.be.true;
  });

  it('follows the end of its live output', async () => {
    const lines = (count: number): string =>
      Array.from({length: count}, (_, line) => `line ${line}`).join('\n');
    const element = await render(tool({status: 'streaming', log: lines(50)}));
    const box = find(element, '.tail');
    const last = (): number =>
      find(element, 'pre').getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
    expect(box.scrollHeight).to.be.greaterThan(box.clientHeight);
    expect(Math.abs(last())).to.be.lessThan(2);
    element.item = tool({status: 'streaming', log: lines(90)});
    await element.updateComplete;
    expect(Math.abs(last())).to.be.lessThan(2);
  });

  it('replaces its live output by the result', async () => {
    const element = await open(await render(tool({log: 'working', output: '{"count": 2}'})));
    expect(labels(element)).to.deep.equal(['Input', 'Result']);
    await open(Object.assign(element, {item: tool({log: 'working'})}));
    expect(labels(element)).to.deep.equal(['Input', 'Live output']);
  });

  it('shows a result that is no JSON as text', async () => {
    const element = await open(await render(tool({output: 'Twelve <b>pages</b>'})));
    expect(words(all(element, '.plain').at(-1) ?? null)).to.equal('Twelve <b>pages</b>');
  });

  it('shows a long result and a long error in parts, which take long to lay out', async () => {
    const long = 'word '.repeat(100_000);
    const element = await open(
      await render(tool({status: 'failed', output: long, error: long, input: ''})),
    );
    const texts = all(element, 'ubik-json');
    expect(texts.map(text => words(find(text, '.more')))).to.deep.equal(['Show more', 'Show more']);
    const [result] = texts;
    if (!result) throw new Error('There is no result.');
    find(result, '.more').click();
    await until(() => find(result, '.string').textContent.length > 400);
    find(result, '.more').click();
    await until(() => !has(result, '.more'));
    expect(find(result, '.string').textContent).to.equal(long);
  });

  it('leaves the codes of a terminal out of live output and results', async () => {
    const coloured = '\u001B[1m\u001B[32mPASS\u001B[0m a.test.ts\r50 %\r\n100 %\u001B[3';
    const clean = 'PASS a.test.ts\n50 %\n100 %';
    const element = await open(await render(tool({status: 'streaming', log: coloured})));
    expect(find(element, 'pre').textContent).to.equal(clean);
    element.open = false;
    await element.updateComplete;
    expect(words(find(element, '.note'))).to.equal('100 %');
    await open(Object.assign(element, {item: tool({output: coloured})}));
    expect(all(element, '.plain').at(-1)?.textContent).to.equal(clean);
  });

  it('shows its error', async () => {
    const element = await open(await render(tool({status: 'failed', error: 'No answer in 120 s'})));
    expect(words(find(element, '.error'))).to.equal('No answer in 120 s');
  });

  it('shows the JSON of an exception as a tree', async () => {
    const error = JSON.stringify({message: 'Lookup failed.', domain: 'TOOL'});
    const element = await open(await render(tool({status: 'failed', error})));
    expect(has(element, '.error')).to.be.false;
    const shown = (): string => words(all(element, 'ubik-json').at(-1)?.shadowRoot ?? null);
    await until(() => shown().includes('Lookup failed.'));
    expect(shown()).to.include('domain');
    await open(Object.assign(element, {item: tool({status: 'failed', error: '404'})}));
    expect(words(find(element, '.error'))).to.equal('404');
  });

  it('shows its duration', async () => {
    const element = await render(
      tool({startedAt: '2026-03-04T14:00:00Z', endedAt: '2026-03-04T14:02:05Z'}),
    );
    expect(words(find(element, '.time'))).to.equal('2 min 5 sec');
  });

  it('shows no duration that nobody minds', async () => {
    const startedAt = '2026-03-04T14:00:00.000Z';
    const element = await render(tool({startedAt, endedAt: '2026-03-04T14:00:02.900Z'}));
    expect(has(element, '.time')).to.be.false;
    element.item = tool({startedAt, endedAt: '2026-03-04T14:00:03.000Z'});
    await element.updateComplete;
    expect(words(find(element, '.time'))).to.equal('3 sec');
  });

  it('works from attributes and slots, without a chat', async () => {
    const element = await fixture<UbikTool>(
      html`<ubik-tool name="read_file" status="failed" duration="12.4" open
        ><code slot="input">rows.csv</code></ubik-tool
      >`,
    );
    expect(words(find(element, '.header'))).to.equal('Read file Failed 12 sec');
    expect(labels(element)).to.deep.equal(['Input']);
    expect(has(element, 'slot[name="result"]')).to.be.false;
    await expect(element).to.be.accessible();
  });

  it('renders search results as sources, from its result or its phases', async () => {
    const found = [{title: 'Horaires', url: 'https://example.org/h', snippet: 'De 10 h à 18 h.'}];
    const phases = [
      {name: 'WEB_SEARCH', status: 'completed', data: {results_count: 1, sources: found}},
    ] as const;
    const running = await open(await render(tool({status: 'streaming', phases})));
    const drawn = find(running, 'ubik-sources');
    expect(words(find(drawn, 'li'))).to.equal(
      '1 Horaires example.org (opens in a new tab) De 10 h à 18 h.',
    );
    expect(find(drawn, 'details').hasAttribute('open')).to.be.true;
    const documents = [{name: 'guide.pdf', excerpt: 'Closed on Monday.'}];
    running.item = tool({output: JSON.stringify({documents}), phases});
    await running.updateComplete;
    await open(running);
    expect(words(find(find(running, 'ubik-sources'), 'li'))).to.equal(
      '1 guide.pdf Closed on Monday.',
    );
    await expect(running).to.be.accessible();
  });

  it('renders the text of a result as Markdown, and handles hostile lists', async () => {
    const response = 'It is **open** <citation id="c" name="x">[1]</citation>.';
    const sources = [null, 7, {title: ''}, {title: 'Bad', url: 'javascript:alert(1)'}];
    const element = await open(await render(tool({output: JSON.stringify({response, sources})})));
    const markdown = find(element, 'ubik-markdown', UbikMarkdown);
    await until(() => words(markdown.shadowRoot).includes('It is open [1].'));
    const list = find(element, 'ubik-sources');
    expect(all(list, 'li').map(words)).to.deep.equal(['4 Bad']);
    expect(has(list, 'a')).to.be.false;
  });

  it('shows the created files while it is closed', async () => {
    const images = [
      {type: 'media_reference', asset_filename: 'cat.png', url: 'https://example.org/cat.png'},
      {type: 'media_reference', asset_filename: 'none.png'},
    ];
    const element = await render(tool({output: JSON.stringify({images, usage: {}})}));
    await until(() => has(element, 'ubik-file'));
    expect(all(element, 'ubik-file')).to.have.length(1);
    const file = find(element, 'ubik-file');
    await until(() => file.shadowRoot?.textContent.includes('cat.png') === true);
    expect(has(file, 'canvas'), 'a picture of a stranger is not fetched').to.be.false;
  });
});
