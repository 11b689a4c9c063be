import type {Page} from 'playwright-core';

/** Actions of a user in the inspector, with pointer and keyboard. */
export const actions: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'drags the slider': async page => {
    const slider = page.locator('ubik-inspector .place');
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    if (!box) throw new Error('There is no slider.');
    const {x, y, width, height} = box;
    const middle = y + height / 2;
    await page.mouse.move(x + width - 8, middle);
    await page.mouse.down();
    for (const [to, steps] of [
      [0.02, 60],
      [0.9, 60],
      [0.4, 8],
      [0.95, 2],
      [0.1, 2],
    ] as const) {
      await page.mouse.move(x + width * to, middle, {steps});
    }
    await page.mouse.up();
  },
  'walks by keys': async page => {
    const list = page.locator('ubik-inspector [role=grid]');
    for (const key of ['End', 'Home', 'End', 'PageUp', 'PageUp', 'Home', 'PageDown', 'End']) {
      await list.press(key);
      await waitUntilRendered(page);
    }
    for (let n = 0; n < 40; n++) await list.press('ArrowUp');
  },
  'scrolls the list': async page => {
    await page.locator('ubik-inspector [role=grid]').hover({position: {x: 60, y: 90}});
    for (let n = 0; n < 60; n++) await page.mouse.wheel(0, n % 7 === 0 ? -90_000 : 4000 * (n % 9));
  },
  'chooses lines': async page => {
    const rows = page.locator('ubik-inspector .rows [role=row]');
    for (const place of [3, 8, 5]) {
      await rows.nth(place).click();
      await waitUntilRendered(page);
    }
  },
  filters: async page => {
    const field = page.locator('ubik-inspector .filter');
    await field.pressSequentially('tool_update', {delay: 60});
    await waitUntilRendered(page);
    await page.locator('ubik-inspector [role=grid]').press('Home');
    await waitUntilRendered(page);
    await field.fill('');
    await waitUntilRendered(page);
  },
  plays: async page => {
    await page.locator('ubik-inspector .first').click();
    await page.locator('ubik-inspector .speed').selectOption('16');
    await page.locator('ubik-inspector .play').click();
    await page.waitForFunction(
      () => (document.querySelector('ubik-inspector')?.position ?? 0) > 3000,
    );
    await page.locator('ubik-inspector .pause').click();
  },
};

/** Waits until the inspector has rendered the current position. */
async function waitUntilRendered(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const inspector = document.querySelector('ubik-inspector');
    await inspector?.seek(inspector.position);
    for (let n = 0; n < 3; n++) await new Promise(resolve => requestAnimationFrame(resolve));
  });
}
