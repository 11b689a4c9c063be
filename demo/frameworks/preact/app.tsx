import {useState} from 'preact/hooks';
import {Chat} from './Chat';

export function App() {
  const [visible, setVisible] = useState(true);
  return (
    <>
      <button onClick={() => setVisible(false)}>Leave</button>
      {visible && <Chat />}
    </>
  );
}
