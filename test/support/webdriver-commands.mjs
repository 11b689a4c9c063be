// The commands of `engine-commands.mjs` for a browser that speaks WebDriver.
import {setTimeout as sleep} from 'node:timers/promises';
import {scrollByScript} from './scripted-input.mjs';

/** The code points of keys that are no characters (WebDriver, 17.4.2). */
const named = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};

/** Keys of the user interface of a browser, which a driven WebKitGTK does not have. */
const commandKeys = {'Control+z': 'undo', 'Control+y': 'redo'};

/** Without anything to undo or redo, the command would take the focus from the field. */
const carryOut =
  'if (document.queryCommandEnabled(arguments[0])) document.execCommand(arguments[0])';

/** A window of WebKitGTK cannot be narrower than its toolbar, hidden or not: about 334 CSS pixels. */
const narrowest = 360;

const down = key => ({type: 'keyDown', value: named[key] ?? key});
const up = key => ({type: 'keyUp', value: named[key] ?? key});
const move = ({x, y}) => ({
  type: 'pointerMove',
  duration: 0,
  x: Math.round(x),
  y: Math.round(y),
});
const mouse = {pointerType: 'mouse'};
const scripted = `(${scrollByScript})(...arguments)`;

export const webdriverCommands = {
  type: (driver, {text}) =>
    driver.perform(
      'key',
      [...text].flatMap(character => [down(character), up(character)]),
    ),

  async press(driver, {keys}) {
    const pressed = keys.split('+');
    await driver.perform('key', [...pressed.map(down), ...pressed.reverse().map(up)]);
    const command = commandKeys[keys];
    if (command) await driver.execute(carryOut, [command]);
  },

  click: (driver, point) =>
    driver.perform(
      'pointer',
      [move(point), {type: 'pointerDown', button: 0}, {type: 'pointerUp', button: 0}],
      mouse,
    ),
  hover: (driver, point) => driver.perform('pointer', [move(point)], mouse),

  // The driver of WebKitGTK scrolls without wheel events and has no touch input.
  wheel: (driver, {x, y, deltaX = 0, deltaY = 0}) =>
    driver.execute(scripted, ['wheel', {x, y}, {x: deltaX, y: deltaY}]),
  swipe: (driver, {from, to}) =>
    driver.execute(scripted, ['finger', from, {x: from.x - to.x, y: from.y - to.y}]),

  async viewport(driver, {width, height}) {
    let toolbar = 0;
    // The command returns before the page has its new size, and the window may get or lose its toolbar.
    for (let tries = 100; tries > 0; tries--) {
      await driver.call('POST', '/window/rect', {width, height: height + toolbar});
      const [wide, high, above] = await driver.execute(
        'return [innerWidth, innerHeight, outerHeight - innerHeight]',
      );
      if (wide >= width && wide <= Math.max(width, narrowest) && high === height) return;
      toolbar = Math.max(0, above); // negative while only one of both heights is new
      await sleep(25);
    }
  },

  screenshot: driver => driver.call('GET', '/screenshot'),

  /** WebDriver has no command for the accessibility tree, and none for media features. */
  tree: () => null,
  media: () => false,
};
