// Renders the site into a file of `node_modules/.cache`, for the demo server: `render.ts KEY`, with the state of the sources.
// Runs as a process of its own, because rendering occupies a processor for seconds.

import Eleventy from '@11ty/eleventy';
import {dirname} from 'node:path';
import {removeOld, store} from './cache.js';
import {siteCache} from './site.js';

const {file, key} = siteCache(process.cwd(), process.argv[2]);
const eleventy = new Eleventy('demo', 'node_modules/.cache/site/output', {
  configPath: 'demo/site/eleventy.config.ts',
  quietMode: true,
});
const pages = await eleventy.toJSON();
const texts = pages.map(({url, content}) => [url.slice(1) || 'index.html', content] as const);
store(file, key, Object.fromEntries(texts));
removeOld(dirname(file));
