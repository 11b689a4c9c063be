import {z} from 'zod';
import type {AgentTool} from '../tool.js';

interface Bar {
  readonly label: string;
  readonly value: number;
}

interface Chart {
  title: string;
  chart_config: {chart_type: string; xField: string; yField: string};
  data: readonly Bar[];
  images: readonly {url: string; alt: string}[];
}

/** Returns a bar chart as data, which the chat draws, and as an SVG file, stored as an asset of the execution. */
export const chart: AgentTool<{title: string; bars: Bar[]}, Chart> = {
  id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e05',
  name: 'chart',
  description: 'Draws a bar chart.',
  input: z.object({
    title: z.string(),
    bars: z.array(z.object({label: z.string(), value: z.number()})),
  }),
  async run({title, bars}, context) {
    await context.phase('DRAWING', 'started', {data: {bars: bars.length}});
    const bytes = new TextEncoder().encode(renderSvg(title, bars));
    const url = context.saveAsset({name: 'chart.svg', type: 'image/svg+xml', bytes});
    await context.phase('DRAWING', 'completed', {data: {bytes: bytes.length}});
    return {
      title,
      chart_config: {chart_type: 'Column', xField: 'label', yField: 'value'},
      data: bars,
      images: [{url, alt: title}],
    };
  },
};

function renderSvg(title: string, bars: readonly Bar[]): string {
  const max = Math.max(...bars.map(bar => Math.abs(bar.value)), 1);
  const rows = bars.map(({label, value}, row) => {
    const y = 40 + row * 32;
    const width = Math.round((Math.abs(value) / max) * 200);
    return (
      `<text x="8" y="${y + 15}">${escape(label)}</text>` +
      `<rect x="90" y="${y}" width="${width}" height="22" fill="#4a6cf7"/>` +
      `<text x="${98 + width}" y="${y + 15}">${value}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="380" height="${48 + bars.length * 32}" ` +
    `font-family="sans-serif" font-size="13"><text x="8" y="22">${escape(title)}</text>${rows.join('')}</svg>`
  );
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
