// The open record of the page is sent with every message until the user removes it.

await customElements.whenDefined('ubik-chat');
const chat = document.querySelector('ubik-chat');
if (chat) chat.context = {title: 'Order 4711', data: {order: 4711, customer: 'Ada'}};

export {};
