// `npm run screenshots`: takes the pictures of the README, light and dark, from a demo page with a run.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync} from 'node:fs';
import {chromium} from 'playwright-core';
import {findChromium} from '../scripts/browsers.mjs';

const folder = 'demo/pictures';
const server = spawn(
  'npx',
  ['tsx', 'demo/server/main.ts', '--port', '0', '--pace', '0', '--data', '.cache/screenshots'],
  {stdio: ['ignore', 'pipe', 'inherit'], detached: true},
);
const [hello] = await once(server.stdout, 'data');
const origin = /http:\/\/[\d.:]+/.exec(String(hello))?.[0];
const root = process.getuid?.() === 0;
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: root ? ['--no-sandbox'] : [],
});
try {
  mkdirSync(folder, {recursive: true});
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({
      viewport: {width: 820, height: 900},
      reducedMotion: 'reduce',
      colorScheme,
    });
    await page.goto(`${origin}/stage.html#heading=Demo+agent`);
    await page
      .getByRole('textbox', {name: 'Message'})
      .fill('Compare two numbers and search the docs');
    await page.keyboard.press('Enter');
    await page.getByRole('button', {name: 'Send answer'}).waitFor();
    // Opens the first step, so that its tool calls are visible.
    await page.getByRole('button', {name: /Compare the numbers/}).click();
    await page
      .getByRole('log')
      .first()
      .evaluate(log => {
        for (let node = log; node; node = node.parentElement) node.scrollTop = 0;
      });
    await page.mouse.move(0, 0);
    await page.locator('ubik-chat').screenshot({path: `${folder}/chat-${colorScheme}.png`});
    await page.close();
  }
} finally {
  await browser.close();
  process.kill(-server.pid);
}
console.log(`The pictures are in ${folder}/.`);
