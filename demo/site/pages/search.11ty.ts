import {searchEntries, type RenderedPage} from '../search-entries.js';

export const data = {
  permalink: 'search.json',
  layout: false,
  eleventyExcludeFromCollections: true,
};

/** The search index of the site. */
export const render = ({collections}: {collections: {all: readonly RenderedPage[]}}): string =>
  JSON.stringify(searchEntries(collections.all));
