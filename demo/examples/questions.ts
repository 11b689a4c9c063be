import 'ubik-chat';

const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['Confirm the booking', 'Ask me something'];

// region code
// Confirms every question with yes and no automatically, for example in a kiosk.
function confirmAll(kiosk: HTMLElementTagNameMap['ubik-chat']): void {
  kiosk.addEventListener('ubik-input-required', ({item}) => {
    if (item.inputTypes.includes('confirm'))
      void kiosk.reply(item.id, {input: true, type: 'confirm'});
  });
}
// endregion

if (chat && location.hash === '#kiosk') confirmAll(chat);
