import 'ubik-chat';

const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['Confirm the booking', 'Ask me something'];

// region code
// Answers every question that wants yes or no, as a kiosk might.
function sayYes(kiosk: HTMLElementTagNameMap['ubik-chat']): void {
  kiosk.addEventListener('ubik-input-required', ({item}) => {
    if (item.inputTypes.includes('confirm'))
      void kiosk.reply(item.id, {input: 'true', type: 'text'});
  });
}
// endregion

if (chat && location.hash === '#kiosk') sayYes(chat);
