import {renderChat} from 'ubik-chat/ssr';
import {conversation} from '../weather.js';
import {Start} from './start.jsx';

export default async function Page() {
  const __html = await renderChat({
    conversation,
    attributes: {protocol: 'anthropic', heading: 'Weather'},
  });
  return (
    <>
      <div dangerouslySetInnerHTML={{__html}} suppressHydrationWarning />
      <Start />
    </>
  );
}
