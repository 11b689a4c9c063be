// Real input for browser tests: `executeServerCommand('engine:press', {keys: 'Shift+Enter'})` and the commands below.
import {scrollByScript} from './scripted-input.mjs';
import {webdriverCommands} from './webdriver-commands.mjs';

export const puppeteerCommands = {
  /** Types text as a person would, key by key. */
  type: (page, {text}) => page.keyboard.type(text),

  /** Presses one key, with modifiers in front of it: `Shift+Enter`. */
  async press(page, {keys}) {
    const modifiers = keys.split('+');
    const key = modifiers.pop();
    for (const modifier of modifiers) await page.keyboard.down(modifier);
    await page.keyboard.press(key);
    for (const modifier of modifiers.reverse()) await page.keyboard.up(modifier);
  },

  click: (page, {x, y}) => page.mouse.click(x, y),
  hover: (page, {x, y}) => page.mouse.move(x, y),

  async wheel(page, {x, y, deltaX = 0, deltaY = 0}) {
    await page.mouse.move(x, y);
    await page.mouse.wheel({deltaX, deltaY});
  },

  /** Touch input of WebDriver BiDi does not scroll in Firefox. */
  async swipe(page, {from, to}) {
    if (!page.cdp) {
      await page.evaluate(scrollByScript, 'finger', from, {x: from.x - to.x, y: from.y - to.y});
      return;
    }
    const steps = 8;
    await page.touchscreen.touchStart(from.x, from.y);
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
      await page.touchscreen.touchMove(x, y);
    }
    await page.touchscreen.touchEnd();
  },

  viewport: (page, {width, height}) => page.setViewport({width, height}),

  /** A PNG of the page, base64. */
  screenshot: page => page.screenshot({encoding: 'base64'}),

  /**
   * The accessibility tree, as a list of its nodes with a role and a name, in document order. Only Chromium has a command
   * for it; elsewhere null.
   */
  async tree(page) {
    if (!page.cdp) return null;
    const {nodes} = await page.cdp.send('Accessibility.getFullAXTree');
    return {nodes: nodes.filter(({ignored}) => !ignored).map(readNode)};
  },

  /** Sets media features and resets all others. Returns whether the browser has a command for all of them. */
  async media(page, features) {
    await (page.cdp ? chromiumMedia : firefoxMedia)(page, features);
    return page.cdp !== undefined || features.contrast === undefined;
  },
};

function readNode({role, name, description, properties = []}) {
  const states = Object.fromEntries(properties.map(({name: key, value}) => [key, value.value]));
  const {required, invalid} = states;
  return {
    role: role?.value ?? '',
    name: name?.value.trim() ?? '',
    description: description?.value ?? '',
    required: required === true,
    invalid: invalid === 'true',
  };
}

const chromiumMedia = (page, {media = '', colorScheme, reducedMotion, forcedColors, contrast}) =>
  page.cdp.send('Emulation.setEmulatedMedia', {
    media,
    features: [
      {name: 'prefers-color-scheme', value: colorScheme ?? ''},
      {name: 'prefers-reduced-motion', value: reducedMotion ?? ''},
      {name: 'forced-colors', value: forcedColors ?? ''},
      {name: 'prefers-contrast', value: contrast ?? ''},
    ],
  });

/** WebDriver BiDi has no command for media features: they are set from the browser's own scope. */
async function firefoxMedia(page, wanted) {
  const {connection} = page.browser();
  const tree = await connection.send('browsingContext.getTree', {'moz:scope': 'chrome'});
  const {result} = await connection.send('script.callFunction', {
    target: {context: tree.result.contexts[0].context},
    awaitPromise: true,
    arguments: [{type: 'string', value: JSON.stringify(wanted)}],
    functionDeclaration: String(setFirefoxMedia),
  });
  if (result.type === 'exception') throw new Error(result.exceptionDetails.text);
}

/* global Services -- this one runs in Firefox itself */
function setFirefoxMedia(json) {
  const {media = '', colorScheme = 'none', forcedColors = 'none', reducedMotion} = JSON.parse(json);
  for (const {gBrowser} of Services.wm.getEnumerator('navigator:browser')) {
    for (const {linkedBrowser} of gBrowser.tabs) {
      Object.assign(linkedBrowser.browsingContext, {
        mediumOverride: media,
        prefersColorSchemeOverride: colorScheme,
        forcedColorsOverride: forcedColors,
      });
    }
  }
  const motion = 'ui.prefersReducedMotion';
  if (reducedMotion === undefined) Services.prefs.clearUserPref(motion);
  else Services.prefs.setIntPref(motion, reducedMotion === 'reduce' ? 1 : 0);
}

export const engineCommands = () => ({
  name: 'engine-commands',
  async executeCommand({command, payload = {}, session: {id, browser}}) {
    if (!command.startsWith('engine:')) return undefined;
    const {driver} = browser;
    const run = (driver ? webdriverCommands : puppeteerCommands)[command.slice('engine:'.length)];
    if (!run) throw new Error(`${command} is not a command in ${browser.name}`);
    return {value: (await run(driver ?? browser.getPage(id), payload)) ?? null};
  },
});
