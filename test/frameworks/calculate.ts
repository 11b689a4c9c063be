import type {Locator, Page} from 'playwright-core';
import {until} from '../support/until.js';

/**
 * Opens the floating chat of an app and sends its suggestion. Returns the line that the app's component renders for the
 * call of the tool.
 */
export async function calculate(page: Page): Promise<Locator> {
  // `open` is bound in both directions.
  const open = page.getByRole('checkbox', {name: 'Open'});
  await page.getByRole('button', {name: 'Open chat'}).click();
  await page.getByRole('dialog').waitFor();
  await until(() => open.isChecked());
  await open.uncheck();
  await page.getByRole('dialog').waitFor({state: 'hidden'});
  await open.check();

  await page.getByRole('button', {name: 'What is 2 * (3 + 4)?'}).click();
  await page.getByText('1 turns').waitFor();
  const line = page.locator('.calculation').getByText('2 * (3 + 4) = 14', {exact: true});
  await line.waitFor();
  return line;
}
