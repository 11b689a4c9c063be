import {useState} from 'react';
import {Chat} from './Chat';

export default function App() {
  const [there, setThere] = useState(true);
  return (
    <>
      <button onClick={() => setThere(false)}>Leave</button>
      {there && <Chat />}
    </>
  );
}
