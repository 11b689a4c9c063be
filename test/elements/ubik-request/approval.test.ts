import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-request/ubik-request.define.js';
import type {UbikRequest} from '../../../src/elements/ubik-request/ubik-request.js';
import type {RequestItem} from '../../../src/core/model/item.js';
import {all, find, has, until, words} from '../support/dom.js';
import {request} from '../support/items.js';

async function mount(item: RequestItem): Promise<UbikRequest> {
  const element = await fixture<UbikRequest>(html`<ubik-request .item=${item}></ubik-request>`);
  await until(() => words(find(element, '#prompt').shadowRoot) !== '');
  return element;
}

describe('the approval of a call', () => {
  it('is accessible', async () => {
    const call = {inputTypes: ['confirm'], toolName: 'remove', arguments: {path: 'a'}};
    await expect(await mount(request({...call, prompt: 'It is gone.'}))).to.be.accessible();
  });

  it('asks for an approval in a sentence of the chat, below which are the words of the agent and the arguments', async () => {
    const approval = request({
      inputTypes: ['confirm'],
      toolName: 'transfer_money',
      arguments: {amount: 9999, to: 'ES91'},
    });
    for (const prompt of [
      'Show more results? <dl><dt>Page</dt><dd>2</dd></dl> Yes No',
      'More results? <!--',
      'More results? <dl hidden><div style="display: none">',
      '```json\n{"page": 2}',
    ]) {
      const element = await mount({...approval, prompt});
      await until(() => words(find(element, 'ubik-markdown.quiet').shadowRoot) !== '');
      expect(words(find(element, '#prompt').shadowRoot)).to.contain('Allow Transfer money?');
      expect(all(element, 'dl > div').map(row => words(row))).to.deep.equal([
        'Amount 9999',
        'To ES91',
      ]);
      expect(find(element, 'dl').checkVisibility()).to.be.true;
      expect(find(element, 'dl').previousElementSibling?.className).to.equal('quiet');
    }
  });

  it('does not name a tool whose name only says that it asks', async () => {
    const prompt = 'Which address?';
    for (const toolName of [
      'ask_user',
      'askForConfirmation',
      'human_confirmation',
      'human_form',
      'request_user_input',
    ]) {
      for (const more of [{}, {arguments: {address: 'a@example.com'}}]) {
        const element = await mount(request({inputTypes: ['confirm'], toolName, prompt, ...more}));
        expect(words(find(element, '#prompt').shadowRoot)).to.contain(prompt);
        expect(words(find(element, '.title'))).to.equal('Input needed');
        expect(has(element, '.quiet')).to.be.false;
        expect(has(element, '.arguments')).to.equal('arguments' in more);
      }
    }
    for (const toolName of ['ask_bank', 'get_user', 'confirm_order', 'request_file']) {
      const item = request({inputTypes: ['confirm'], toolName, prompt, arguments: {id: 7}});
      expect(words(find(await mount(item), '#prompt').shadowRoot)).to.contain('Allow ');
    }
  });

  it('does not repeat the question and the schema of a form that a call asks', async () => {
    const schema = {type: 'object', properties: {name: {type: 'string'}}};
    const call = {question: 'For whom?', schema, table: 7};
    const item = request({
      inputTypes: ['json'],
      toolName: 'human_form',
      prompt: 'For whom?',
      schema: {...schema},
      arguments: call,
    });
    const element = await mount(item);
    expect(all(element, 'dl > div').map(row => words(row))).to.deep.equal(['Table 7']);
    // What is approved is displayed whole.
    const approval = await mount({...item, inputTypes: ['confirm']});
    expect(all(approval, 'dl > div').map(row => words(row))).to.include('Question For whom?');
  });

  it('asks for the values of a call that has none by its form, and not for a permission', async () => {
    const properties = {answer: {type: 'string', default: ''}};
    const element = await mount(
      request({
        inputTypes: ['json'],
        toolName: 'look_up',
        prompt: 'Which order?',
        schema: {type: 'object', properties},
        arguments: {answer: ''},
      }),
    );
    await until(() => has(element, 'input'));
    expect(words(find(element, '#prompt').shadowRoot)).to.contain('Which order?');
    expect(words(find(element, '.title'))).to.equal('Input needed: Look up');
    expect(has(element, '.arguments')).to.be.false;
  });

  it('names the tool if its title is blank, and none that has no name', async () => {
    for (const [names, text] of [
      [{toolName: 'transfer', toolTitle: ' '}, 'Allow Transfer?'],
      [{toolName: ' '}, 'Go on?'],
      [{toolName: '', toolTitle: 'Read'}, 'Go on?'],
    ] as const) {
      const item = request({
        inputTypes: ['confirm'],
        prompt: 'Go on?',
        arguments: {a: 1},
        ...names,
      });
      expect(words(find(await mount(item), '#prompt').shadowRoot)).to.contain(text);
    }
  });

  it('names the tool if the words of the agent are only a comment, which is no detail either', async () => {
    const prompt = '<!-- internal -->';
    for (const fields of [{inputTypes: ['text']}, {inputTypes: ['confirm'], arguments: {a: 1}}]) {
      const element = await mount(request({toolName: 'transfer', prompt, ...fields}));
      expect(words(find(element, '#prompt').shadowRoot)).to.equal('Allow Transfer?');
      expect(has(element, 'ubik-markdown.quiet')).to.be.false;
    }
  });

  it('takes the title of a tool as text', async () => {
    const toolTitle = 'Read **all** [mails](https://evil.example) <b>now</b> www.evil.example `x`';
    const element = await mount(
      request({inputTypes: ['confirm'], toolName: 'read', toolTitle, prompt: '', arguments: {}}),
    );
    const prompt = find(element, '#prompt');
    await until(() => has(prompt, 'strong'));
    expect(words(prompt.shadowRoot)).to.contain(`Allow ${toolTitle}?`);
    expect(has(prompt, 'a, b, code')).to.be.false;
  });

  it('hides no argument of a call that has very many', async () => {
    const call = Object.fromEntries(
      Array.from({length: 40}, (_, n) => [`field_${n}`, `value ${n}`]),
    );
    const element = await mount(
      request({inputTypes: ['confirm'], toolName: 'fill', prompt: '', arguments: call}),
    );
    const rows = all(element, 'dl > div').map(row => words(row));
    expect(rows[29]).to.equal('Field 29 value 29');
    expect(rows.at(-1)).to.contain('Field 30: value 30').and.contain('Field 39: value 39');
  });

  it('displays each argument inside of its card, also beside one that cannot wrap', async () => {
    const call = {note: `x${'\u20DD'.repeat(400)}`, target: 'prod'};
    const element = await mount(
      request({inputTypes: ['confirm'], toolName: 'run', prompt: '', arguments: call}),
    );
    const card = element.getBoundingClientRect();
    for (const value of all(element, 'dd')) {
      const {left, right} = value.getBoundingClientRect();
      expect(left).to.be.at.least(card.left);
      expect(right).to.be.at.most(card.right);
    }
  });

  it('has named buttons if the texts of the agent cannot be seen', async () => {
    for (const blank of [
      '',
      ' ',
      '\u200B',
      '<!-- order 7 -->',
      '<!--',
      '<?php ?>\n<!DOCTYPE html>',
    ]) {
      const element = await mount(
        request({inputTypes: ['confirm'], prompt: blank, confirmLabels: ['', ' ']}),
      );
      const names = all(element, 'button').map(button => words(button));
      expect(names).to.include.members(['Yes', 'No']).and.not.to.include('');
      expect(words(find(element, '#prompt').shadowRoot)).to.equal('Input needed');
    }
  });

  const rowsOf = async (call: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
    const toolName = 'fill';
    const item = request({inputTypes: ['confirm'], toolName, prompt: '', arguments: call});
    return all(await mount(item), 'dl > div').map(row => words(row));
  };

  it('displays an entry of a list with a comma as one entry', async () => {
    expect(await rowsOf({paths: ['a', 'b'], one: ['a, b'], lines: ['a\nb']})).to.deep.equal([
      'Paths a, b',
      'One ["a, b"]',
      'Lines ["a\\nb"]',
    ]);
  });

  it('displays keys as they are if their names for users are the same', async () => {
    const amounts = {amount: 1, Amount: 9999, _amount: 5, 'amount\u200b': 7};
    expect(await rowsOf({...amounts, path: 'a', to: {id: 1, ID: 2}})).to.deep.equal([
      '"amount" 1',
      '"Amount" 9999',
      '"_amount" 5',
      'Amount‹U+200b› 7',
      'Path a',
      'To · "id" 1',
      'To · "ID" 2',
    ]);
  });

  it('displays arguments that are empty, which may mean everything', async () => {
    const call = {where: '', filter: {}, ids: [], limit: null, sets: [null, []], blank: ' \u200b'};
    expect(await rowsOf({...call, absent: undefined})).to.deep.equal([
      'Where ""',
      'Filter {}',
      'Ids []',
      'Limit null',
      'Sets · 1 null',
      'Sets · 2 []',
      'Blank " ‹U+200b›"',
    ]);
    expect(await rowsOf({})).to.deep.equal([]);
  });

  it('makes control characters visible in arguments and names', async () => {
    const call = {'to\u202e': 'eve \u2066bob', list: ['\u202ea']};
    expect(await rowsOf(call)).to.deep.equal(['To‹U+202e› eve ‹U+2066›bob', 'List ‹U+202e›a']);
    const toolName = 'daer\u202e';
    const element = await mount(request({inputTypes: ['confirm'], toolName, arguments: {}}));
    await until(() => words(find(element, '#prompt').shadowRoot).includes('Allow'));
    expect(words(find(element, '#prompt').shadowRoot)).to.contain('Daer‹U+202e›');
  });

  it('makes all invisible characters of arguments and names visible', async () => {
    const call = {
      'am\u200bount': 'ali\u200bce',
      filler: '\u3164',
      '\u200b': 'a\u001b[8m',
      '': 'b',
      _: 'c',
    };
    expect(await rowsOf(call)).to.deep.equal([
      'Am‹U+200b›ount ali‹U+200b›ce',
      'Filler "‹U+3164›"',
      '‹U+200b› a‹U+1b›[8m',
      '"" b',
      '"_" c',
    ]);
    const toolName = 'read_\u2060file';
    const element = await mount(request({inputTypes: ['confirm'], toolName, arguments: {}}));
    await until(() => words(find(element, '#prompt').shadowRoot).includes('Allow'));
    expect(words(find(element, '#prompt').shadowRoot)).to.contain('Read ‹U+2060›file');
  });

  it('displays arguments of any depth', async () => {
    let deep: unknown = 'end';
    for (let depth = 0; depth < 40_000; depth++) deep = {b: 1, a: [deep]};
    const row = (await rowsOf({deep})).at(-1) ?? '';
    expect(row).to.match(/^Deep · A/);
    // No engine writes so many levels as JSON by itself.
    expect(row)
      .to.match(/(\{"b":1,"a":\[){30000}/)
      .and.to.contain('["end"]}');
  });

  it('shows a line of a value beyond the rows as no argument of its own', async () => {
    const many = Object.fromEntries(Array.from({length: 30}, (_, n) => [`a${n}`, 'x']));
    const call = {...many, note: 'x\nAmount: 1', amount: 9999};
    const item = request({inputTypes: ['confirm'], toolName: 'fill', arguments: call});
    const rest = all(await mount(item), 'dd').at(-1)?.textContent ?? '';
    expect(rest.split('\n').filter(line => /^\S/.test(line))).to.deep.equal([
      'Note: x',
      'Amount: 9999',
    ]);
  });
});
