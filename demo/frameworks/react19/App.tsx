import {useState} from 'react';
import {Chat} from './Chat';

export default function App() {
  const [visible, setVisible] = useState(true);
  return (
    <>
      <button onClick={() => setVisible(false)}>Leave</button>
      {visible && <Chat />}
    </>
  );
}
