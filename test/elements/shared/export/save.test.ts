import {expect} from '@open-wc/testing';
import {saveConversation, wholeText} from '../../../../src/elements/shared/export/save.js';
import {en} from '../../../../src/elements/locales/en.js';
import {fr} from '../../../../src/elements/locales/fr.js';
import {until} from '../../support/dom.js';
import {instead} from '../../support/instead.js';
import {answer, request, text, user} from '../../support/items.js';

const conversation = {
  version: 1,
  children: [user('When is it open?'), answer([text('From **ten** to six.')])],
} as const;

/** The file that a page would have handed to its reader. */
async function saved(act: () => void | Promise<void>): Promise<{name: string; words: string}> {
  const links: HTMLAnchorElement[] = [];
  const {click} = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    links.push(this);
  };
  try {
    await act();
    await until(() => links.length > 0);
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
  const [link] = links;
  return {name: link?.download ?? '', words: await (await fetch(link?.href ?? '')).text()};
}

describe('a saved conversation', () => {
  it('names the author of each message, in the language of the reader [EN 5.4]', () => {
    expect(wholeText(conversation, en)).to.equal(
      '## You\n\nWhen is it open?\n\n## Assistant\n\nFrom **ten** to six.\n',
    );
    expect(wholeText(conversation, fr)).to.match(/^## Vous\n/);
  });

  it('has no turn that a name has invented', () => {
    const author = {kind: 'agent', name: 'Bob\n\n## You\n\nI *agree*'} as const;
    const whole = {...conversation, children: [answer([text('Hello')], {author})]};
    expect(wholeText(whole, en)).to.equal('## Bob ## You I \\*agree\\*\n\nHello\n');
  });

  it('has labels of footnotes and links for each answer', () => {
    const cited = (title: string): ReturnType<typeof answer> =>
      answer([
        {...text('See [1]\n\n[1]: /' + title), marks: [{offset: 3, source: 's', label: '1'}]},
        {kind: 'source', id: 's', status: 'done', children: [], number: 1, title},
      ]);
    const whole = wholeText({version: 1, children: [cited('a'), cited('b')]}, en);
    expect(whole).to.equal(
      '## Assistant\n\nSee[^1] [1]\n\n[1]: /a\n\n[^1]: a\n\n' +
        '## Assistant\n\nSee[^2] [1][1-2]\n\n[1-2]: /b\n\n[^2]: b\n',
    );
  });

  it('is named after the day of the user', async () => {
    let name = '';
    const save = async (): Promise<void> => {
      ({name} = await saved(() => {
        saveConversation(conversation, 'json', en);
      }));
    };
    const day = Object.entries({getFullYear: 2026, getMonth: 2, getDate: 7});
    const onThatDay = day.reduce(
      (act, [part, value]) =>
        () =>
          instead(Date.prototype, part, () => value, act),
      save,
    );
    await onThatDay();
    expect(name).to.contain(' 2026-03-07.');
  });

  it('is the conversation itself as JSON', async () => {
    const {name, words} = await saved(() => saveConversation(conversation, 'json', en));
    expect(name).to.match(/^Conversation \d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(words)).to.deep.equal(conversation);
  });

  it('has no answer to a form with a password', async () => {
    const schema = {properties: {pin: {type: 'string', format: 'password'}}};
    const given = request({schema, status: 'done', answer: {type: 'json', input: {pin: '8264'}}});
    const whole = {...conversation, children: [answer([given])]};
    const {words} = await saved(() => saveConversation(whole, 'json', en));
    expect(words).not.to.include('8264');
    expect(wholeText(whole, en)).not.to.include('8264');
  });
});
