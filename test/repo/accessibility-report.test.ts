import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {testsIn} from '../../demo/site/conformance/covering-tests.js';
import {conformanceReport} from '../../demo/site/conformance/report.js';
import {Site} from '../../demo/site/site.js';

const root = process.cwd();
const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string};

/** The success criteria of WCAG 2.2 by level. 4.1.1 is obsolete. */
const levels = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
};

/** Criteria that are supported although no test and no rule of axe covers them. */
const reviewed = ['1.3.3', '1.3.4', '1.4.5', '1.4.11', '2.5.1', '2.5.2', '3.2.4'];

describe('the accessibility report', () => {
  const report = conformanceReport(root, version);

  it('has every criterion of WCAG 2.2, levels A and AA, once', () => {
    for (const [level, ids] of Object.entries(levels)) {
      const listed = report.criteria.filter(criterion => criterion.level === level);
      assert.deepEqual(
        listed.map(({id}) => id),
        ids.split(' '),
      );
    }
    assert.equal(report.criteria.length, 55);
  });

  it('claims support only where a test or a rule of axe covers the criterion, or it was reviewed', () => {
    const uncovered = report.criteria.filter(
      ({result, tests, axeRules}) =>
        result === 'Supports' && tests.length === 0 && axeRules.length === 0,
    );
    assert.deepEqual(
      uncovered.map(({id}) => id),
      reviewed,
    );
  });

  it('knows every number that a test names', () => {
    const criteria = new Set(report.criteria.map(({id}) => id));
    const clauses = new Set(report.clauses.map(({id}) => id));
    const named = report.tests.flatMap(test => [
      ...test.criteria.filter(id => !criteria.has(id)),
      ...test.clauses.filter(id => !clauses.has(id)),
    ]);
    assert.deepEqual(named, []);
    assert.ok(report.tests.length > 60);
  });

  it('lists the tests of elements in all engines', () => {
    const contrast = report.criteria.find(({id}) => id === '1.4.3');
    assert.deepEqual(contrast?.tests[0], {
      file: 'test/elements/theme.test.ts',
      title: 'a theme: made from a brand colour alone is readable, …',
      engines: ['Chromium', 'Firefox', 'WebKit'],
    });
    assert.ok(contrast.axeRules.includes('color-contrast'));
    assert.equal(contrast.clause, '9.1.4.3');
  });

  it('reads titles with their blocks, tags and values', () => {
    const text = `
describe('a chat [WCAG 4.1.2]', () => {
  describe('on a phone', () => {
    it('can be closed', () => {});
  });

  it(\`is \${word} [WCAG 1.3.1, 2.4.6] [EN 11.7]\`, async () => {
    await expect(chat).to.be.accessible();
  });
});

describe('other', () => {
  it('has no tag', () => {});
});
`;
    const common = {file: 'a.test.ts', engines: ['Node.js'] as const};
    assert.deepEqual(testsIn('a.test.ts', text, ['Node.js']), [
      {
        ...common,
        title: 'a chat: on a phone: can be closed',
        criteria: ['4.1.2'],
        clauses: [],
        axe: false,
      },
      {
        ...common,
        title: 'a chat: is …',
        criteria: ['4.1.2', '1.3.1', '2.4.6'],
        clauses: ['11.7'],
        axe: true,
      },
    ]);
  });

  it('is a page and a JSON file of the site', async () => {
    const site = new Site(root);
    const page = (await site.page('docs/accessibility-report.html')) ?? '';
    for (const {id} of report.criteria) assert.ok(page.includes(`<div id="wcag-${id}">`), id);
    for (const text of ['No screen reader has been used', 'test/e2e/keyboard.test.ts'])
      assert.ok(page.includes(text), text);
    assert.deepEqual(
      JSON.parse((await site.page('accessibility-report.json')) ?? ''),
      JSON.parse(JSON.stringify(report)),
    );
  });
});
