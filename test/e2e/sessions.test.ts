import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {chatMarkup, numberPattern, recordRequests, Fixture} from './fixture.js';
import type {ChatPage} from './chat-page.js';

describe('the list of conversations', () => {
  const fixture = new Fixture();

  /** Opens a page with two conversations, of which the second is displayed. All tests share a user: the texts are those of one test. */
  async function talk(first: string, second: string): Promise<ChatPage> {
    const chatPage = await fixture.open(chatMarkup());
    const {page, send, waitForAnswer} = chatPage;
    await send(first);
    await waitForAnswer();
    await page.getByRole('button', {name: 'New conversation'}).click();
    await page.getByText('How can I help?').waitFor();
    await send(second);
    await waitForAnswer();
    return chatPage;
  }

  it('opens, renames and deletes a conversation', async () => {
    const {page, transcript} = await talk('what is 31 * 2', 'what is 31 * 3');
    const opener = page.getByRole('button', {name: 'Conversations', exact: true});
    const list = page.getByRole('dialog', {name: 'Conversations'});
    await opener.click();
    const current = list.locator('[aria-current=true]');
    assert.match(await current.innerText(), /31 \* 3/);
    await list.getByRole('button', {name: /^what is 31 \* 2/}).click();
    await transcript.getByText(numberPattern(62)).first().waitFor();
    await list.waitFor({state: 'hidden'});

    await opener.click();
    await list.getByRole('button', {name: 'Rename what is 31 * 2'}).click();
    await list.getByRole('textbox', {name: 'Title'}).fill('Twice a prime');
    await list.getByRole('button', {name: 'Save'}).click();
    await list.getByRole('button', {name: /^Twice a prime/}).waitFor();

    await list.getByRole('button', {name: 'Delete what is 31 * 3'}).click();
    await list.getByRole('button', {name: 'Delete', exact: true}).click();
    await list.getByText('31 * 3').waitFor({state: 'detached'});
    await page.keyboard.press('Escape');

    await page.reload();
    await transcript.getByText(numberPattern(62)).first().waitFor();
    await opener.click();
    await list.getByRole('button', {name: /^Twice a prime/}).waitFor();
    assert.equal(await list.getByText('31 * 3').count(), 0);
  });

  it('starts a new conversation when the displayed one is deleted', async () => {
    const {page, transcript} = await talk('what is 2 * 4', 'what is 5 * 11');
    await page.getByRole('button', {name: 'Conversations', exact: true}).click();
    await page.getByRole('button', {name: 'Delete what is 5 * 11'}).click();
    await page.getByRole('button', {name: 'Delete', exact: true}).click();
    await page.getByText('How can I help?').waitFor();
    assert.equal(await transcript.getByText(numberPattern(55)).count(), 0);
  });

  it('displays that it could not be loaded and can be loaded again', async () => {
    const {page} = await talk('what is 31 * 4', 'what is 31 * 5');
    await fixture.control('POST', 'faults', {kind: 'status', status: 500, on: 'sessions'});
    await page.getByRole('button', {name: 'Conversations', exact: true}).click();
    const list = page.getByRole('dialog', {name: 'Conversations'});
    await list.getByText('could not be loaded').waitFor();
    await list.getByRole('button', {name: 'Try again'}).click();
    await list.getByRole('button', {name: /^what is 31 \* 4/}).waitFor();
  });

  it('is closed by Escape while the floating chat remains open', async () => {
    const {page} = await fixture.open(chatMarkup('layout="float" open'));
    const requests = recordRequests(page);
    const opener = page.getByRole('button', {name: 'Conversations', exact: true});
    await opener.click();
    const list = page.getByRole('dialog', {name: 'Conversations'});
    await list.getByText('No conversations yet.').or(list.getByRole('listitem')).first().waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({state: 'hidden'});
    await until(() => opener.evaluate(node => node.matches(':focus')));
    assert.equal(requests.filter(request => request.url().includes('agent-sessions')).length, 1);
  });
});
