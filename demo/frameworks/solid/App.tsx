import {createSignal, Show} from 'solid-js';
import {Chat} from './Chat';

export default function App() {
  const [there, setThere] = createSignal(true);
  return (
    <>
      <button onClick={() => setThere(false)}>Leave</button>
      <Show when={there()}>
        <Chat />
      </Show>
    </>
  );
}
