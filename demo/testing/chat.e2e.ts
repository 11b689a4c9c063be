import {expect, test} from '@playwright/test';
import {chatOf} from 'ubik-chat/testing';

test('the chat answers', async ({page}) => {
  await page.goto('/');
  const chat = chatOf(page);
  await chat.send('When do you close?');
  expect(await chat.answer()).toContain('nine');
});
