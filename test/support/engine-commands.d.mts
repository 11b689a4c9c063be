import type {Page} from 'puppeteer-core';

/** The input of a user, by the driver of the browser. */
export interface Input<Driver> {
  /** Types text key by key. */
  type(driver: Driver, typed: {readonly text: string}): Promise<void>;
  /** Presses one key, with modifiers in front of it: `Shift+Enter`. */
  press(driver: Driver, pressed: {readonly keys: string}): Promise<void>;
  /** A position in the window, in CSS pixels. */
  click(driver: Driver, point: {readonly x: number; readonly y: number}): Promise<void>;
  /** Turns the wheel at a position by a number of CSS pixels. */
  wheel(
    driver: Driver,
    turn: {readonly x: number; readonly y: number; readonly deltaY: number},
  ): Promise<void>;
}

/** Input by puppeteer. */
export const puppeteerCommands: Input<Page>;
