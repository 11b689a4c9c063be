import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-tool/ubik-tool.define.js';
import type {UbikFile} from '../../../src/elements/ubik-file/ubik-file.js';
import type {UbikTool} from '../../../src/elements/ubik-tool/ubik-tool.js';
import {find, has, until, words} from '../support/dom.js';
import {tool} from '../support/items.js';

const rows = [
  {city: 'Oslo', year: '2024', sales: 3},
  {city: 'Rome', year: '2024', sales: -5},
  {city: 'Oslo', year: '2025', sales: 8},
];

const mountText = async (output: string): Promise<UbikTool> => {
  const item = tool({status: 'done', output});
  const element = await fixture<UbikTool>(html`<ubik-tool .item=${item}></ubik-tool>`);
  if (!element.open) find(element, 'button').click();
  const content = (): ParentNode | null | undefined =>
    element.renderRoot.querySelector('ubik-markdown')?.shadowRoot;
  await until(() => content()?.querySelector('table') != null);
  return element;
};
const mount = (output: object): Promise<UbikTool> => mountText(JSON.stringify(output));
const table = (element: UbikTool): string =>
  words(find(find(element, 'ubik-markdown') as never, 'table'));
const picture = (element: UbikTool): SVGElement =>
  element.renderRoot.querySelector<SVGElement>('svg[role=img]')!;
const plot = (element: UbikTool): string => picture(element).innerHTML;
const configured = (chart_type: string, more: object = {}): object => ({
  title: 'Sales',
  data: rows,
  chart_config: {chart_type, xField: 'city', yField: 'sales', ...more},
});

it('files that a tool gives are named by their addresses or types', async () => {
  const images = [
    {url: 'data:image/png;base64,iVBORw0KGgo/AAAANSUhEUg=='},
    {url: 'https://s3.example/b/chart%201.png?X-Amz-Credential=AK/2026/eu&X-Amz-Signature=ab'},
  ];
  const item = tool({status: 'done', output: JSON.stringify({images})});
  const element = await fixture<UbikTool>(html`<ubik-tool .item=${item}></ubik-tool>`);
  if (!element.open) find(element, 'button').click();
  const files = (): UbikFile[] => [...element.renderRoot.querySelectorAll('ubik-file')];
  await until(() => files().length === 2);
  expect(files().map(file => file.item?.name)).to.deep.equal(['image.png', 'chart 1.png']);
});

describe('the rows that a tool gives', () => {
  it('are a table, in every format', async () => {
    const columns = {data: {city: ['Oslo', 'Rome'], sales: [3, -5]}};
    expect(table(await mount(columns))).to.match(/city\s*sales\s*Oslo\s*3\s*Rome\s*-5/);
    expect(table(await mount({data_sample: rows}))).to.match(/city\s*year\s*sales/);
  });

  it('have their numbers as they were sent, also where JavaScript would round them', async () => {
    const row = '{"id":12345678901234567890,"sales":0.12345678901234567890}';
    const data = `{"data":[${row}],"chart_config":{"chart_type":"Column","xField":"id","yField":"sales"}}`;
    const element = await mountText(data);
    expect(table(element)).to.contain('12345678901234567890');
    expect(table(element)).to.contain('0.12345678901234567890');
    expect(plot(element)).to.contain('<rect');
  });

  it('are text and not Markdown', async () => {
    const element = await mount({data: [{a: '*b* | <i>c</i>', d: null, e: {f: 1}}]});
    expect(table(element)).to.contain('*b* | <i>c</i>').and.to.contain('{"f":1}');
  });

  for (const [type, shape, count] of [
    ['Column', '<rect', 3],
    ['Line', '<circle', 3],
    ['Pie', '<path', 3],
    ['Circle', '<path', 3],
  ] as const) {
    it(`are also a chart if the tool requests one: ${type} [WCAG 1.1.1]`, async () => {
      const element = await mount(configured(type, {seriesField: 'year'}));
      expect(picture(element).getAttribute('aria-label')).to.equal('Sales');
      expect(plot(element).split(shape).length - 1).to.equal(count);
      expect(plot(element)).not.to.contain('NaN');
      await expect(element).to.be.accessible();
    });
  }

  for (const width of [280, 680]) {
    it(`have a chart with readable texts in ${width} pixels, in the language of the page [WCAG 1.4.10]`, async () => {
      const days = [
        'Montag',
        'Dienstag',
        'Mittwoch',
        'Donnerstag',
        'Freitag',
        'Samstag',
        'Sonntag',
      ];
      const data = [...days, ...days.map(day => `${day} 2`)].map((day, n) => ({
        day,
        n: 76543.5 + n,
      }));
      const chart_config = {chart_type: 'Column', xField: 'day', yField: 'n'};
      const element = await mount({data, chart_config});
      element.lang = 'de';
      element.style.display = 'block';
      element.style.inlineSize = `${width}px`;
      await until(() => picture(element).getAttribute('aria-label') === 'Diagramm');
      const {width: room} = picture(element).getBoundingClientRect();
      const isShown = (group: Element): boolean => getComputedStyle(group).display !== 'none';
      const groups = [...picture(element).querySelectorAll('.narrow, .wide')].filter(isShown);
      // Not `getBoundingClientRect`: that of a text is rounded outwards to whole pixels in Firefox.
      const boxes = groups.flatMap(group =>
        [...group.querySelectorAll('text')].map(text => text.getBBox()),
      );
      expect(boxes.length).to.be.greaterThan(1);
      let end = 0;
      for (const {x, width: length, height} of boxes) {
        expect(height).to.be.greaterThan(10);
        expect(x).to.be.at.least(end);
        end = x + length;
      }
      expect(end).to.be.at.most(room);
      await expect(element).to.be.accessible();
    });
  }

  it('have short numbers in the language of the page above few columns', async () => {
    const data = [
      {city: 'Bern', sales: 2_345_678},
      {city: 'Genf', sales: 0.25},
    ];
    const element = await mount({data, chart_config: {chart_type: 'Column'}});
    element.lang = 'de';
    await until(() => words(picture(element)).includes('2,35 Mio.'));
    expect(words(picture(element))).to.contain('0,25');
  });

  it('are only a table if the type of the chart is unknown', async () => {
    const element = await mount(configured('Radar'));
    expect(has(element, 'svg[role=img]')).to.be.false;
    expect(table(element)).to.contain('Oslo');
  });

  it('use their own columns if the chart names none', async () => {
    const element = await mount({data: rows, chart_config: {chart_type: 'Column'}});
    expect(plot(element)).to.contain('Rome').and.to.contain('-5');
  });

  it('are truncated if there are too many to render', async () => {
    const data: Record<string, unknown[]> = {n: Array.from({length: 20_000}, (_, n) => n)};
    for (let n = 0; n < 2_000; n++) data[`c${n}`] = [];
    const element = await mount({data, chart_config: {chart_type: 'Column', xField: 'n'}});
    const cells = table(element).split(/\s+/).length;
    expect(cells).to.be.below(2_000);
    expect(plot(element).split('<rect').length - 1).to.equal(500);
  });

  it('are rendered for any number of rows', async () => {
    const data = Array.from({length: 200_000}, (_, n) => ({[`c${n % 1_000}`]: String(n), n}));
    const element = await mount({data, chart_config: {chart_type: 'Line'}});
    expect(picture(element)).to.be.instanceOf(SVGElement);
  });
});

describe('the pictures that a tool gives', () => {
  const data =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const text = {type: 'text', text: 'The page:'};
  const base64 = {type: 'base64', media_type: 'image/png', data};
  const results = {
    'a result of MCP': {content: [text, {type: 'image', data, mimeType: 'image/png'}]},
    'a list of blocks': [text, {type: 'image', source: base64}],
  };
  for (const [name, output] of Object.entries(results)) {
    it(`are displayed above the text of the result: ${name}`, async () => {
      const item = tool({status: 'done', output: JSON.stringify(output)});
      const element = await fixture<UbikTool>(html`<ubik-tool .item=${item}></ubik-tool>`);
      find(element, 'button').click();
      await until(
        () => has(element, 'ubik-file') && has(find(element, 'ubik-file'), '[part=picture]'),
      );
      expect(words(find(element, 'ubik-file').shadowRoot)).to.equal('image.png');
      expect(words(find(element, '.plain'))).to.equal('The page:');
    });
  }

  it('are not displayed without their data', async () => {
    const parts = [{type: 'image'}, {type: 'image', source: {type: 'file', file_id: 'f'}}, null];
    const item = tool({status: 'done', output: JSON.stringify({content: parts, data: rows})});
    const element = await fixture<UbikTool>(html`<ubik-tool .item=${item}></ubik-tool>`);
    find(element, 'button').click();
    await until(() => has(element, 'ubik-markdown'));
    expect(has(element, 'ubik-file')).to.be.false;
  });
});
