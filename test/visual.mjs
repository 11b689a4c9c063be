// `npm run visual`: takes screenshots of every section of the gallery and of its separate pages, light, dark, narrow and
// right-to-left, and compares them with those of `npm run visual -- --update` on the same machine (fonts differ between
// machines).
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chromium} from 'playwright-core';
import {findChromium} from '../scripts/browsers.mjs';

const update = process.argv.includes('--update');
const folder = '.cache/visual';
/** Share of pixels that may differ, because of rounding in the rasterizer. */
const tolerance = 0.001;

const views = {
  light: {query: 'theme=light', width: 480},
  dark: {query: 'theme=dark', width: 480},
  narrow: {query: 'theme=light', width: 320},
  rtl: {query: 'theme=light&dir=rtl&lang=ar', width: 480},
};

/** Runs in the page: the share of pixels that differ; 1 if the sizes differ. */
async function difference([before, after]) {
  const read = async source => {
    const picture = await globalThis.createImageBitmap(
      await (await fetch(`data:image/png;base64,${source}`)).blob(),
    );
    const context = new globalThis.OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, picture.width, picture.height);
  };
  const [a, b] = [await read(before), await read(after)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let changed = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const differs = channel => Math.abs(a.data[at + channel] - b.data[at + channel]) > 8;
    if (differs(0) || differs(1) || differs(2)) changed += 1;
  }
  return changed / (a.width * a.height);
}

const server = spawn(
  'npx',
  ['tsx', 'demo/server/main.ts', '--port', '0', '--data', '.cache/visual-data'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  },
);
const [output] = await once(server.stdout, 'data');
const origin = /http:\/\/[\d.:]+/.exec(String(output))?.[0];
const root = process.getuid?.() === 0;
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: root ? ['--no-sandbox'] : [],
});
const blank = await browser.newPage();
let [passed, failed, created] = [0, 0, 0];

/** Takes a screenshot of a section or a page and compares it with the stored one. */
async function compare(name, subject) {
  const file = `${folder}/${name}.png`;
  const picture = await subject.screenshot({animations: 'disabled'});
  if (!existsSync(file)) {
    writeFileSync(file, picture);
    created += 1;
    return;
  }
  const pair = [readFileSync(file), picture].map(bytes => bytes.toString('base64'));
  const share = await blank.evaluate(difference, pair);
  if (share <= tolerance) {
    passed += 1;
    return;
  }
  failed += 1;
  writeFileSync(file.replace('.png', '.new.png'), picture);
  console.log(`${name}: ${(share * 100).toFixed(2)} % differ, see ${file} and .new.png`);
}

/** Runs in the page: the URLs of links. */
const linkUrls = links => links.map(({href}) => href);

try {
  if (update) rmSync(folder, {recursive: true, force: true});
  for (const [view, {query, width}] of Object.entries(views)) {
    mkdirSync(`${folder}/${view}`, {recursive: true});
    const page = await browser.newPage({viewport: {width, height: 900}, reducedMotion: 'reduce'});
    await page.clock.setFixedTime('2026-03-04T10:02:10Z');
    await page.goto(`${origin}/gallery.html?${query}`);
    await page.locator('html[data-ready]').waitFor();
    await page.addStyleTag({content: '* {caret-color: transparent}'});
    for (const section of await page.locator('.stage > section').all()) {
      await compare(`${view}/${await section.getAttribute('id')}`, section);
    }
    for (const address of await page.locator('#separate-pages a').evaluateAll(linkUrls)) {
      await page.goto(address);
      await page.locator('html[data-ready]').waitFor();
      await compare(`${view}/${new URL(address).searchParams.get('page')}`, page);
    }
    await page.close();
  }
} finally {
  await browser.close();
  process.kill(-server.pid);
}
console.log(`visual: ${passed} passed, ${failed} failed, ${created} new in ${folder}`);
process.exitCode = failed > 0 ? 1 : 0;
