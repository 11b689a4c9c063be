import {createSignal, Show} from 'solid-js';
import {Chat} from './Chat';

export default function App() {
  const [visible, setVisible] = createSignal(true);
  return (
    <>
      <button onClick={() => setVisible(false)}>Leave</button>
      <Show when={visible()}>
        <Chat />
      </Show>
    </>
  );
}
