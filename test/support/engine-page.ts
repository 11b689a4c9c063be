import type {Frame, Page} from 'puppeteer-core';
import {findFirefox, findWebkit} from '../../scripts/browsers.mjs';
import {puppeteerCommands} from './engine-commands.mjs';
import {openEngine, type Engine} from './puppeteer.js';
import {webdriverCommands} from './webdriver-commands.mjs';
import {WebKitDriver} from './webkit-driver.mjs';

/** A page of a browser, with the operations that all drivers support. */
export interface EnginePage {
  open(url: string): Promise<void>;
  /** Evaluates an expression and awaits its value. */
  evaluate(expression: string): Promise<unknown>;
  /** Directs all further operations to the first frame, until another page is opened. */
  enterFrame(): Promise<void>;
  type(text: string): Promise<void>;
  press(keys: string): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Turns the wheel above a point by a number of pixels. */
  wheel(x: number, y: number, deltaY: number): Promise<void>;
  close(): Promise<void>;
}

async function openWithPuppeteer(engine: Engine): Promise<EnginePage> {
  const browser = await openEngine(engine);
  const page: Page = await browser.newPage();
  let place: Page | Frame = page;
  return {
    async open(url) {
      place = page;
      await page.goto(url);
    },
    evaluate: expression => place.evaluate(expression),
    async enterFrame() {
      place = await page.waitForFrame(frame => frame !== page.mainFrame());
    },
    type: text => puppeteerCommands.type(page, {text}),
    press: keys => puppeteerCommands.press(page, {keys}),
    click: (x, y) => puppeteerCommands.click(page, {x, y}),
    wheel: (x, y, deltaY) => puppeteerCommands.wheel(page, {x, y, deltaY}),
    close: () => browser.close(),
  };
}

async function openWebkit(): Promise<EnginePage> {
  const driver = new WebKitDriver(findWebkit() ?? '');
  await driver.start();
  return {
    async open(url) {
      await driver.call('POST', '/frame', {id: null});
      await driver.open(url);
    },
    evaluate: expression => driver.execute(`return ${expression}`),
    async enterFrame() {
      await driver.call('POST', '/frame', {id: 0});
    },
    type: text => webdriverCommands.type(driver, {text}),
    press: keys => webdriverCommands.press(driver, {keys}),
    click: (x, y) => webdriverCommands.click(driver, {x, y}),
    wheel: (x, y, deltaY) => webdriverCommands.wheel(driver, {x, y, deltaY}),
    close: () => driver.stop(),
  };
}

/** The installed engines other than Chromium. */
export const otherPages: Readonly<Record<string, () => Promise<EnginePage>>> = {
  ...(findFirefox() && {Firefox: () => openWithPuppeteer('firefox')}),
  ...(findWebkit() && {WebKit: openWebkit}),
};

/** All installed engines. */
export const enginePages: Readonly<Record<string, () => Promise<EnginePage>>> = {
  Chromium: () => openWithPuppeteer('chromium'),
  ...otherPages,
};
