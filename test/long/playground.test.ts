import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {settings, type Setting} from '../../demo/client/settings.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {until} from '../support/until.js';
import {findings} from './site-pages.js';

/** A value other than the default. */
function choiceOf({kind, options, range}: Setting): string {
  if (options) return options.at(-1)?.[0] ?? '';
  if (range) return String(range[1]);
  return kind === 'color' ? '#123456' : 'Some words';
}

/** Changes a setting in the form, as a user does. */
async function choose(page: Page, {name, options}: Setting, value: string): Promise<void> {
  const control = page.locator(`[name="${name}"]`);
  await (options ? control.selectOption(value) : control.fill(value));
}

describe('the playground', () => {
  let browser: Browser;
  let server: AgentServer;
  let page: Page;
  let browserErrors: string[];

  const visit = async (): Promise<void> => {
    ({page, browserErrors} = await openPage(browser, `${server.origin}/playground.html`));
  };

  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), startServer()]);
  });
  afterEach(() => page.context().close());
  after(() => Promise.all([browser.close(), server.stop()]));

  it('opens at its top without moving the focus', async () => {
    await visit();
    await page.frameLocator('iframe').getByRole('textbox', {name: 'Message'}).waitFor();
    await page.frames()[1]!.evaluate(() => document.querySelector('ubik-chat')?.ready);
    const place = await page.evaluate(() => [scrollY, document.activeElement?.localName]);
    assert.deepEqual(place, [0, 'body']);
  });

  it('generates code that works and displays the same chat', async () => {
    await visit();
    await page.getByRole('combobox', {name: 'Preset'}).selectOption('Forest');
    await page.getByRole('textbox', {name: 'Title'}).fill('Ask "us" & others');
    await page.getByRole('combobox', {name: 'Language'}).selectOption('fr');
    await page.getByRole('combobox', {name: 'Scenario'}).selectOption('One tool');
    const stage = page.frameLocator('iframe');
    await stage.getByText('Ask "us" & others').first().waitFor();
    await stage.getByPlaceholder('Écrivez un message').waitFor();
    await stage.getByText('What is 2 * (3 + 4)?').first().waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', {name: 'Copy'}).click();
    await page.getByRole('button', {name: 'Copied'}).waitFor();
    const html = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(html, await page.locator('.playground code').textContent());
    assert.match(html, /--ubik-accent: #0b7a5c/);
    assert.deepEqual(await findings(page), []);

    // The address contains all settings.
    const other = await openPage(browser, page.url());
    const code = other.page.locator('.playground code');
    await until(async () => (await code.textContent()) === html);
    await other.page.context().close();

    await page.route('**/copied', route =>
      route.fulfill({contentType: 'text/html', body: `<!doctype html><title>Mine</title>${html}`}),
    );
    await page.goto(`${server.origin}/copied`);
    const composer = page.getByPlaceholder('Écrivez un message');
    await composer.fill('what is 6 * 7');
    await composer.press('Enter');
    await page.waitForFunction(() => {
      const chat = document.querySelector('ubik-chat');
      return chat?.status === 'idle' && chat.conversation.children.length === 2;
    });
    const accent = await page.evaluate(() =>
      getComputedStyle(document.querySelector('ubik-chat')!).getPropertyValue('--ubik-accent'),
    );
    assert.equal(accent, '#0b7a5c');
    assert.deepEqual(browserErrors, []);
  });

  it('changes the chat with each control', async () => {
    await visit();
    const stage = page.frameLocator('iframe');
    await stage.getByRole('textbox', {name: 'Message'}).waitFor();
    const chat = stage.locator('ubik-chat');
    // The scene and the protocol start a new conversation, so they are tested last.
    const looks = settings.filter(({attribute, token}) => attribute ?? token);
    assert.ok(looks.length > 12);
    for (const setting of looks) await choose(page, setting, choiceOf(setting));
    for (const setting of looks) {
      const {attribute, token, range} = setting;
      const value = `${choiceOf(setting)}${range ? 'rem' : ''}`;
      await page.waitForFunction(
        ([word, property, wanted]) => {
          const element = frames[0]?.document.querySelector('ubik-chat');
          const style = element?.style.getPropertyValue(property);
          return (property ? style : element?.getAttribute(word)) === wanted;
        },
        [attribute ?? '', token ?? '', value] as const,
      );
      await page.locator('.playground code', {hasText: attribute ?? token ?? '-'}).waitFor();
    }

    await page.getByRole('combobox', {name: 'Protocol'}).selectOption('aishu');
    await page.getByRole('combobox', {name: 'Scenario'}).selectOption('One tool');
    await stage.getByText('What is 2 * (3 + 4)?').first().waitFor();
    assert.equal(await chat.getAttribute('protocol'), 'aishu');
    assert.deepEqual(browserErrors, []);
  });

  it('starts a new conversation and resets the appearance with the first theme', async () => {
    await visit();
    await page.getByRole('combobox', {name: 'Preset'}).selectOption('Terminal');
    await page.getByRole('combobox', {name: 'Code for'}).selectOption('CSS');
    const code = page.locator('.playground code');
    await code.getByText('--ubik-surface: #0b0f0c').waitFor();
    await page.getByRole('combobox', {name: 'Preset'}).selectOption('Standard');
    await code.getByText('All tokens have their default values.').waitFor();

    const stage = page.frameLocator('iframe');
    const composer = stage.getByRole('textbox', {name: 'Message'});
    await composer.fill('what is 6 * 7');
    await composer.press('Enter');
    const question = stage.getByText('what is 6 * 7').first();
    await question.waitFor();
    await page.getByRole('button', {name: 'Reset'}).click();
    await question.waitFor({state: 'detached'});
    assert.deepEqual(browserErrors, []);
  });
});
