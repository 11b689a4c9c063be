import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {after, before, describe, it} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {locales} from '../../src/elements/locales/locales.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {until} from '../support/until.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly {readonly target: readonly unknown[]}[];
}

/** All controls smaller than 24 by 24 pixels, except links in running text. */
const tooSmall = `(() => {
  const found = [];
  const look = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (!element.matches('button, summary, input:not([type=file]), select, textarea')) continue;
      if (element.matches(':disabled')) continue;
      const {width, height} = element.getBoundingClientRect();
      const label = element.closest('label')?.getBoundingClientRect();
      const small = width < 24 || height < 24;
      const helped = label && label.width >= 24 && label.height >= 24;
      if (width > 0 && small && !helped && !element.matches('.citation, .footnote'))
        found.push(element.outerHTML.slice(0, 120) + ' ' + width + 'x' + height);
    }
  };
  look(document);
  return found;
})()`;

/** All running animations. Each shadow tree lists only its own. */
const moving = `(() => {
  const found = [];
  const look = root => {
    for (const animation of root.getAnimations()) found.push(animation.animationName ?? 'transition');
    for (const {shadowRoot} of root.querySelectorAll('*')) if (shadowRoot) look(shadowRoot);
  };
  look(document);
  return found;
})()`;

/** All overlays with a translucent background or backdrop shadow. */
const translucent = `(() => {
  const found = [];
  const look = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      const {backdropFilter, backgroundColor, boxShadow} = getComputedStyle(element);
      const covers = boxShadow.match(/rgba\\([^)]+\\) 0px 0px 0px \\d{3,}px/) ?? '';
      const ground = element.matches(':popover-open') ? backgroundColor : '';
      if (backdropFilter !== 'none' || /rgba\\(.*, 0?\\.\\d+\\)/.test(ground + covers))
        found.push([element.localName, element.className, ground, covers].join(' '));
    }
  };
  look(document);
  return found;
})()`;

/** Waits for a count of these findings. The policy of the site keeps the page from evaluating texts again by itself. */
async function untilCount(
  page: Page,
  script: string,
  accepts: (count: number) => boolean,
): Promise<void> {
  const read = (): Promise<readonly string[]> => page.evaluate(script);
  await until(async () => accepts((await read()).length), read);
}

/** The agent decides with which level a text begins, so the outline of an answer may omit a level at its first heading. */
const isHeadingOfAnswer = /^heading-order: .*"ubik-markdown"/;

describe('every state of every element', () => {
  let browser: Browser;
  let server: AgentServer;

  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), startServer()]);
  });
  after(() => Promise.all([browser.close(), server.stop()]));

  async function open(query: string, size = {width: 1000, height: 900}): Promise<Page> {
    const {page, browserErrors} = await openPage(browser, 'about:blank');
    await page.setViewportSize(size);
    await page.goto(`${server.origin}/gallery.html?${query}`);
    await page.locator('html[data-ready]').waitFor();
    assert.deepEqual(browserErrors, []);
    return page;
  }

  /** @param rules The only axe rules to run; without them all recommended rules. */
  async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
    await page.evaluate(axe);
    const options = {resultTypes: ['violations'], ...(rules && {runOnly: rules})};
    const {violations} = await page.evaluate<{violations: Finding[]}>(
      `axe.run(document, ${JSON.stringify(options)})`,
    );
    return violations.flatMap(({id, nodes}) =>
      nodes
        .map(({target}) => `${id}: ${JSON.stringify(target)}`)
        .filter(finding => !isHeadingOfAnswer.test(finding)),
    );
  }

  for (const query of [
    'theme=light',
    'theme=dark',
    ...locales
      .names()
      .filter(lang => lang !== 'en')
      .map(lang => `theme=light${lang === 'ar' ? '&dir=rtl' : ''}&lang=${lang}`),
  ]) {
    it(`has no accessibility violations with ${query}`, async () => {
      const page = await open(query);
      assert.deepEqual(await findings(page), []);
      await page.context().close();
    });
  }

  it('has large enough targets and fits a page at 400 percent zoom [WCAG 1.4.4, 1.4.10, 2.5.8]', async () => {
    const page = await open('theme=light', {width: 320, height: 256});
    assert.deepEqual(await page.evaluate(tooSmall), []);
    const [wide, box] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, innerWidth]',
    );
    assert.ok(wide <= box, `${wide} pixels in ${box}`);
    await page.context().close();
  });

  it('has a text contrast of 7 to 1 if the user prefers more contrast [WCAG 1.4.3] [EN 11.7]', async () => {
    for (const theme of ['light', 'dark']) {
      const page = await open(`theme=${theme}`);
      await page.emulateMedia({contrast: 'more'});
      assert.deepEqual(await findings(page, ['color-contrast-enhanced']), []);
      await page.context().close();
    }
  });

  it('has no animations with reduced motion and is accessible in forced colours [WCAG 2.2.2, 2.3.1] [EN 5.2, 11.7]', async () => {
    const page = await open('theme=light');
    await page.emulateMedia({reducedMotion: 'no-preference'});
    await untilCount(page, moving, count => count > 0);
    await page.emulateMedia({reducedMotion: 'reduce', forcedColors: 'active'});
    await untilCount(page, moving, count => count === 0);
    assert.deepEqual(await findings(page), []);
    const hasGap = await page.locator('.spinner').evaluateAll(spinners =>
      spinners.every(spinner => {
        const {borderTopColor, borderBottomColor} = getComputedStyle(spinner);
        return borderTopColor !== borderBottomColor;
      }),
    );
    assert.ok(hasGap, 'The spinner is a closed ring and looks like any other circle.');
    const badgeColours = await page.locator('ubik-launcher .badge').evaluateAll(badges =>
      badges.map(badge => {
        const around = badge.closest('button') ?? badge;
        return getComputedStyle(badge).backgroundColor !== getComputedStyle(around).backgroundColor;
      }),
    );
    assert.deepEqual(badgeColours, [true, true], 'A badge has no shape.');
    const ownColours = await page.locator('svg.icon').evaluateAll(icons =>
      icons.flatMap(icon => {
        const root = icon.getRootNode();
        const around = icon.parentElement ?? (root instanceof ShadowRoot ? root.host : icon);
        const isOwn = getComputedStyle(icon).color !== getComputedStyle(around).color;
        return isOwn ? [`${around.localName} ${icon.classList.value}`] : [];
      }),
    );
    assert.deepEqual(ownColours, [], 'An icon has a colour that the user did not choose.');
    await page.context().close();
  });

  it('animates a progress bar unless the user prefers reduced motion', async () => {
    const page = await open('theme=light');
    const bar = page.locator('ubik-step#gliding progress');
    for (const [reducedMotion, glides] of [
      ['no-preference', true],
      ['reduce', false],
    ] as const) {
      await page.emulateMedia({reducedMotion});
      await page.evaluate(() => {
        document.querySelector('#gliding')?.remove();
        const step = document.createElement('ubik-step');
        step.id = 'gliding';
        step.style.setProperty('--ubik-transition-duration', '9999s');
        Object.assign(step, {status: 'streaming', progress: 10});
        document.body.prepend(step);
      });
      const before = await bar.screenshot();
      await page.evaluate(() => {
        document.querySelector('#gliding')?.setAttribute('progress', '90');
      });
      await page.waitForFunction(
        () =>
          document.querySelector('#gliding')?.shadowRoot?.querySelector('progress')?.value === 90,
      );
      assert.equal((await bar.screenshot()).equals(before), glides);
    }
    await page.context().close();
  });

  it('has opaque overlays if the user prefers reduced transparency [EN 11.7]', async () => {
    const page = await open('theme=light');
    await page.route('https://example.org/**', route => route.fulfill({body: 'A page'}));
    const expand = page.getByRole('button', {name: 'Expand'}).first();
    // The gallery is still rendering: a button may be replaced between pressing and releasing it.
    do await page.getByRole('button', {name: 'Load page from'}).first().click();
    while (
      !(await expand.waitFor({timeout: 5000}).then(
        () => true,
        () => false,
      ))
    );
    await expand.click();
    await page.getByRole('button', {name: 'Collapse'}).first().waitFor();
    // The header of the site, and what is behind the expanded page.
    await untilCount(page, translucent, count => count === 2);
    const devtools = await page.context().newCDPSession(page);
    const features = [{name: 'prefers-reduced-transparency', value: 'reduce'}];
    await devtools.send('Emulation.setEmulatedMedia', {features});
    await untilCount(page, translucent, count => count === 0);
    await page.context().close();
  });
});
