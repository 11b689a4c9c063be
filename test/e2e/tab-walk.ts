import type {BrowserContext, Page} from 'playwright-core';
import type {UbikChat} from '../../src/elements/ubik-chat/ubik-chat.js';

/** The report of `support/tab-walk.js`, with elements by tag and name. */
interface Walk {
  readonly expected: readonly string[];
  readonly reached: readonly string[];
  readonly problems: readonly string[];
  /** Whether the focus has left the page. */
  readonly over: boolean;
}

const frame = '<!doctype html><title>Frame</title><button>One</button> <button>Two</button>';

/**
 * Prepares the pages of a context for `walkWithKey`. Replaces the content of frames with two buttons, because it matters only
 * that the focus can enter and leave a frame.
 */
export async function prepareWalks(context: BrowserContext): Promise<void> {
  for (const script of ['tab-walk', 'rendered']) {
    await context.addInitScript({path: `test/support/${script}.js`});
  }
  await context.route('**/*.html*', (route, request) =>
    request.isNavigationRequest() && request.frame().parentFrame()
      ? route.fulfill({contentType: 'text/html', body: frame})
      : route.fallback(),
  );
}

/**
 * Moves the focus through a page with a key until it leaves the page. Returns the problems: an element that was not reached
 * or in the wrong order, a focused element that is hidden or has no focus indicator, or a focus trap.
 */
export async function walkWithKey(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
): Promise<readonly string[]> {
  await waitUntilLoaded(page);
  await page.evaluate(`tabWalk.begin(${String(key === 'Shift+Tab')})`);
  for (let n = 0; n < 100; n++) {
    for (let pressed = 0; pressed < 10; pressed++) await page.keyboard.press(key);
    if (await page.evaluate('tabWalk.over')) break;
  }
  const walk = await page.evaluate<Walk>('tabWalk.report()');
  const found = [...walk.problems];
  if (!walk.over)
    found.push(`the focus cannot leave the page: ${walk.reached.slice(-3).join(', ')}`);
  const expected = key === 'Tab' ? walk.expected : walk.expected.toReversed();
  const end = Math.max(expected.length, walk.reached.length);
  for (let n = 0; n < end; n++) {
    if (expected[n] === walk.reached[n]) continue;
    found.push(
      `${walk.reached[n] ?? 'nothing'} was reached instead of ${expected[n] ?? 'nothing'}`,
    );
    break;
  }
  return found.map(problem => `with ${key}: ${problem}`);
}

/** Waits until everything that scripts add to a page is loaded: frames, controls and chats. */
async function waitUntilLoaded(page: Page): Promise<void> {
  // The gallery loads rarely used parts and has chats that are never ready.
  if (page.url().includes('gallery')) {
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => isRendered(document.body));
    return;
  }
  await page.evaluate(async () => {
    for (const one of document.querySelectorAll<HTMLIFrameElement>('iframe[data-src]'))
      one.src ||= one.dataset['src'] ?? '';
    for (const element of document.querySelectorAll<UbikChat>('*')) {
      if (!element.localName.startsWith('ubik-')) continue;
      await customElements.whenDefined(element.localName);
      await element.ready; // a conversation; other elements have no such promise
      await element.updateComplete;
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
