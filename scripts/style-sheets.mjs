// ESLint processor: lints each style sheet in a source file as a CSS file, with the same line numbers.

/** The text of each `css` template, padded with empty lines so that line numbers match. */
function sheetsOf(text) {
  return [...text.matchAll(/\bcss`([^`]*)`/dg)].map(({1: sheet, indices}, n) => ({
    text: '\n'.repeat(text.slice(0, indices[1][0]).split('\n').length - 1) + sheet,
    filename: `${n}.css`,
  }));
}

/** A processor of ESLint for `*.styles.ts`. */
export const styleSheets = {
  meta: {name: 'style-sheets'},
  preprocess: text => [text, ...sheetsOf(text)],
  postprocess: messages => messages.flat(),
};
