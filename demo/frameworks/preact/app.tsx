import {useState} from 'preact/hooks';
import {Chat} from './Chat';

export function App() {
  const [there, setThere] = useState(true);
  return (
    <>
      <button onClick={() => setThere(false)}>Leave</button>
      {there && <Chat />}
    </>
  );
}
