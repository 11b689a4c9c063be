import type {Page} from 'puppeteer-core';
import type {Input} from './input.js';

/** Input by puppeteer. */
export const puppeteerCommands: Input<Page>;
