import type {ConformanceReport} from '../conformance/report.js';

export const data = {
  permalink: 'accessibility-report.json',
  layout: false,
  eleventyExcludeFromCollections: true,
};

/** The accessibility conformance report for programs. */
export const render = ({conformance}: {conformance: ConformanceReport}): string =>
  JSON.stringify(conformance, undefined, 2);
