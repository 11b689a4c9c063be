import {App} from '@modelcontextprotocol/ext-apps';

const app = new App({name: 'Forecast', version: '1.0.0'});
app.addEventListener('toolresult', ({content}) => {
  const [first] = content;
  document.body.textContent = first?.type === 'text' ? first.text : '';
});
await app.connect();
