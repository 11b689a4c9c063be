import {expect} from '@open-wc/testing';
import {locales} from '../../../src/exports.js';
import {
  UbikFeedbackRequestEvent,
  UbikInputRequiredEvent,
  UbikTurnEndEvent,
} from '../../../src/elements/events.js';
import type {Labels} from '../../../src/elements/locales/en.js';
import {ask, open} from '../support/chat.js';
import {find, until} from '../support/dom.js';
import {instead} from '../support/instead.js';
import {answer, request, tool} from '../support/items.js';

describe('the examples of the recipes', () => {
  it('count each message, answer and rating once', async () => {
    const scene = await open();
    await import('../../../demo/examples/analytics.js');
    const {chat} = scene;
    await ask(scene, 'Is it open?', 'It is.');
    chat.dispatchEvent(new UbikTurnEndEvent(answer([tool({status: 'waiting'})])));
    chat.dispatchEvent(new UbikFeedbackRequestEvent('m', 'down'));
    chat.dispatchEvent(new UbikFeedbackRequestEvent('m', 'down', {reason: 'Too short'}));
    expect(window.dataLayer).to.deep.equal([
      {event: 'chat_message'},
      {event: 'chat_answer', status: 'done'},
      {event: 'chat_rating', rating: 'down'},
    ]);
  });

  it('store one rating for each message', async () => {
    const {chat} = await open();
    await import('../../../demo/examples/tracing.js');
    const sent: unknown[] = [];
    const sendBeacon = (_: string, body: string): boolean => sent.push(JSON.parse(body)) > 0;
    await instead(navigator, 'sendBeacon', sendBeacon, () => {
      const traceId = 'b7';
      chat.dispatchEvent(new UbikFeedbackRequestEvent('m', 'down', {traceId}));
      chat.dispatchEvent(new UbikFeedbackRequestEvent('m', 'down', {traceId, reason: 'Short'}));
      return Promise.resolve();
    });
    expect(sent).to.deep.equal([
      {message: 'm', rating: 'down', traceId: 'b7'},
      {message: 'm', rating: 'down', traceId: 'b7', reason: 'Short'},
    ]);
  });

  it('confirm questions in a kiosk, and answer no others', async () => {
    const {chat} = await open();
    history.replaceState(null, '', '#kiosk');
    await import('../../../demo/examples/questions.js');
    history.replaceState(null, '', ' ');
    const replies: unknown[] = [];
    const reply = (...given: unknown[]): Promise<void> => {
      replies.push(given);
      return Promise.resolve();
    };
    await instead(chat, 'reply', reply, () => {
      chat.dispatchEvent(new UbikInputRequiredEvent(request({id: 'text'})));
      chat.dispatchEvent(
        new UbikInputRequiredEvent(request({id: 'booking', inputTypes: ['confirm']})),
      );
    });
    expect(replies).to.deep.equal([['booking', {input: true, type: 'confirm'}]]);
  });

  it('report what a button cannot do now', async () => {
    const {chat, agent} = await open();
    const button = document.createElement('button');
    button.id = 'ask';
    chat.after(button);
    await import('../../../demo/examples/control.js');
    const warnings: unknown[][] = [];
    await instead(
      console,
      'warn',
      (...parts: unknown[]) => warnings.push(parts),
      async () => {
        button.click();
        await until(() => agent.requests.length === 1);
        button.click();
        await until(() => warnings.length === 1);
      },
    );
    expect(warnings).to.deep.equal([['Not possible now:', 'busy']]);
    agent.finish();
    button.remove();
  });

  it('translate the interface into another language, with its plural forms', async () => {
    await import('../../../demo/examples/translation.js');
    const {chat} = await open({lang: 'pl-PL'});
    await until(
      () =>
        find(find(chat, '.composer'), 'textarea').getAttribute('placeholder') ===
        'Napisz wiadomość',
    );
    const {newMessages} = (locales.get('pl') as Labels).chat;
    expect([1, 3, 5, 22].map(newMessages)).to.deep.equal([
      '1 nowa wiadomość',
      '3 nowe wiadomości',
      '5 nowych wiadomości',
      '22 nowe wiadomości',
    ]);
  });
});
