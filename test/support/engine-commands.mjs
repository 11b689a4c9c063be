// Real input for browser tests: `executeServerCommand('engine:press', {keys: 'Shift+Enter'})` and its siblings below.

const commands = {
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

  async swipe(page, {from, to}) {
    await page.touchscreen.touchStart(from.x, from.y);
    await page.touchscreen.touchMove(to.x, to.y);
    await page.touchscreen.touchEnd();
  },

  viewport: (page, {width, height}) => page.setViewport({width, height}),

  /** A PNG of the page, base64. */
  screenshot: page => page.screenshot({encoding: 'base64'}),

  /** Sets media features; what is not named is reset. */
  media: (page, {media = '', colorScheme, reducedMotion, forcedColors, contrast}) =>
    page.cdp.send('Emulation.setEmulatedMedia', {
      media,
      features: [
        {name: 'prefers-color-scheme', value: colorScheme ?? ''},
        {name: 'prefers-reduced-motion', value: reducedMotion ?? ''},
        {name: 'forced-colors', value: forcedColors ?? ''},
        {name: 'prefers-contrast', value: contrast ?? ''},
      ],
    }),
};

export const engineCommands = () => ({
  name: 'engine-commands',
  async executeCommand({command, payload, session}) {
    if (!command.startsWith('engine:')) return undefined;
    const run = commands[command.slice('engine:'.length)];
    if (!run) throw new Error(`${command} is not a command`);
    const value = await run(session.browser.getPage(session.id), payload ?? {});
    return {value: value ?? null};
  },
});
