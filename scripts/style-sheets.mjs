// To the linter, each style sheet of an element is a file of its own, at the lines where it stands.

/** The text of each `css` template, below as many empty lines as are before it. */
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
