'use client';

import {useState} from 'react';
import {Chat} from './Chat';

export function Closable({suggestions}: {suggestions: string[]}) {
  const [visible, setVisible] = useState(true);
  return (
    <>
      <button onClick={() => setVisible(false)}>Leave</button>
      {visible && <Chat suggestions={suggestions} />}
    </>
  );
}
