import type {BrowserContext, Page} from 'playwright-core';

/** What `support/tab-walk.js` tells; everything by its tag and name. */
interface Walk {
  readonly expected: readonly string[];
  readonly reached: readonly string[];
  readonly faults: readonly string[];
  /** Whether it came out of the page again. */
  readonly over: boolean;
}

const frame = '<!doctype html><title>Frame</title><button>One</button> <button>Two</button>';

/**
 * Makes the pages of a context such that they can be walked. In frames stands another page, with two buttons: here it counts
 * that one comes in and out.
 */
export async function prepareWalks(context: BrowserContext): Promise<void> {
  await context.addInitScript({path: 'test/support/tab-walk.js'});
  await context.route('**/*.html*', (route, request) =>
    request.isNavigationRequest() && request.frame().parentFrame()
      ? route.fulfill({contentType: 'text/html', body: frame})
      : route.fallback(),
  );
}

/**
 * Goes through a page by a key, until that leads out of it, and tells what is wrong: what was not reached, or not in its
 * place; what has the focus and does not show it, or is hidden; that there is no way out.
 */
export async function walkFaults(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly string[]> {
  await settled(page);
  await page.evaluate(`tabWalk.begin(${String(key === 'Shift+Tab')})`);
  for (let n = 0; n < 100; n++) {
    for (let pressed = 0; pressed < 10; pressed++) await page.keyboard.press(key);
    if (await page.evaluate('tabWalk.over')) break;
  }
  const walk = await page.evaluate<Walk>('tabWalk.report()');
  const found = [...walk.faults];
  if (!walk.over) found.push(`there is no way out: ${walk.reached.slice(-3).join(', ')}`);
  const expected = key === 'Tab' ? walk.expected : walk.expected.toReversed();
  const end = Math.max(expected.length, walk.reached.length);
  for (let n = 0; n < end; n++) {
    if (expected[n] === walk.reached[n]) continue;
    found.push(`${walk.reached[n] ?? 'nothing'} comes where ${expected[n] ?? 'nothing'} stands`);
    break;
  }
  return found.map(fault => `by ${key}, ${fault}`);
}

/** Waits until everything is there that a page adds by its scripts: frames, controls, chats with what they show. */
async function settled(page: Page): Promise<void> {
  // The gallery fetches what few chats show, and has chats that are never ready.
  if (page.url().includes('gallery')) return page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    for (const one of document.querySelectorAll('iframe')) one.loading = 'eager';
    for (const chat of document.querySelectorAll('ubik-chat')) {
      await customElements.whenDefined('ubik-chat');
      await chat.ready;
      await chat.updateComplete;
    }
  });
  await page.waitForFunction(() => {
    const frames = [...document.querySelectorAll('iframe')];
    const playground = document.querySelector('.playground');
    return (
      frames.every(({contentDocument}) => contentDocument?.querySelector('button')) &&
      playground?.querySelector('fieldset') !== null
    );
  });
}
