import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {humanise} from '../../src/core/humanise.js';

describe('humanise', () => {
  for (const [name, expected] of [
    ['web_search', 'Web search'],
    ['webSearch', 'Web search'],
    ['SCRAPING_URLS', 'Scraping URLs'],
    ['mcp.files-read', 'MCP files read'],
    ['mcp__github__create_pull_request', 'GitHub: Create pull request'],
    ['mcp__files', 'Files'],
    ['doc_qa', 'Doc QA'],
    ['runSql', 'Run SQL'],
    ['sql', 'SQL'],
    ['export_json', 'Export JSON'],
    ['after_search', 'After search'],
    ['', ''],
  ] as const) {
    it(`makes “${expected}” of ${name}`, () => {
      assert.equal(humanise(name), expected);
    });
  }
});
