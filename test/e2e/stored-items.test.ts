import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import type {ChatPage} from './chat-page.js';
import {Fixture, chatMarkup} from './fixture.js';
import {storedItems} from './stored-data.js';

/** The rows of the table of stored data, as `AREA KEY`. */
function documentedItems(): ReadonlySet<string> {
  const [, section = ''] = readFileSync('demo/docs/privacy.md', 'utf8').split('## Stored data');
  const rows = section.matchAll(/^\| `([^`]+)` \| (\w+) \|/gm);
  return new Set(Array.from(rows, ([, key = '', area = '']) => `${area} ${key}`));
}

/** The row of an item: a key that ends with `…` in the table has a variable end. */
function rowOf(item: string, rows: ReadonlySet<string>): string {
  const open = [...rows].find(row => row.endsWith('…') && item.startsWith(row.slice(0, -1)));
  return open ?? item;
}

describe('everything that a chat stores', () => {
  const fixture = new Fixture({pace: 0.2});
  const found = new Set<string>();

  const collect = async ({page}: ChatPage): Promise<void> => {
    for (const item of await storedItems(page.context())) found.add(item);
  };

  /** Waits until a name is stored in the record of the chat, and collects it with all others. */
  async function stored(chatPage: ChatPage, name: string): Promise<void> {
    const known = await chatPage.page.waitForFunction(start => {
      const records = Object.keys(localStorage).map(key => localStorage.getItem(key) ?? '{}');
      const names = records.flatMap(record => Object.keys(JSON.parse(record) as object));
      return names.find(one => one.startsWith(start));
    }, name);
    found.add(`localStorage ${(await known.jsonValue()) ?? ''}`); // It may be removed at any time.
    await collect(chatPage);
  }

  it('is in the table of the documentation, and everything in the table is stored', async () => {
    const chatPage = await fixture.open(
      chatMarkup('layout="float" consent teaser="Questions about the museum?"'),
    );
    const {page, send, waitForAnswer} = chatPage;
    await page.getByRole('button', {name: 'Dismiss'}).click();
    await page.getByRole('button', {name: 'Open chat'}).click();
    await page.getByRole('button', {name: 'Agree'}).click();
    await page.getByRole('textbox', {name: 'Message'}).fill('A draft');
    await stored(chatPage, 'view.draft');
    await stored(chatPage, 'view.open');
    await stored(chatPage, 'view.teaser');
    // The run lasts until the test stops it.
    await send('write a long answer of 4000 KB at 200 events a second');
    await stored(chatPage, 'run');
    await stored(chatPage, 'session');
    await page.waitForFunction(
      log => log instanceof Element && log.scrollHeight > 4 * log.clientHeight,
      await page.getByRole('log').elementHandle(),
    );
    await page.getByRole('button', {name: 'Stop'}).click();
    await waitForAnswer();
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, -400);
    await page.getByRole('button', {name: 'Jump to latest message'}).waitFor();
    await page.reload();
    await stored(chatPage, 'view.place');
    await send('ask me');
    await page.locator('ubik-request').getByRole('textbox').first().fill('Perhaps');
    await stored(chatPage, 'view.answer');

    const local = await fixture.open(
      '<ubik-chat protocol="anthropic" endpoint="/anthropic" token-endpoint="/demo/token" local-sessions></ubik-chat>',
    );
    await local.send('what is 6 * 7');
    await local.waitForAnswer();
    await local.page.reload();
    await local.transcript.getByText('42').first().waitFor();
    await collect(local);

    const rows = documentedItems();
    assert.deepEqual(
      [...new Set([...found].map(item => rowOf(item, rows)))].sort(),
      [...rows].sort(),
    );
  });
});
