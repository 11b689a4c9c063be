import {useEffect, useRef, useState} from 'react';
import {createRoot} from 'react-dom/client';
import {renderers} from 'ubik-chat';
import {agent, queryOf} from '../agent.js';

function Search({item}) {
  return (
    <p className="search">
      React searches for “{queryOf(item)}”: {item.status}
    </p>
  );
}

/** The tool by a component of React: a root for each item, ended with the app. */
function useSearchRenderer() {
  useEffect(() => {
    const roots = new Map();
    const undo = renderers.register('tool:web_search', item => {
      const known = roots.get(item.id) ?? {node: document.createElement('div')};
      known.root ??= createRoot(known.node);
      known.root.render(<Search item={item} />);
      roots.set(item.id, known);
      return known.node;
    });
    return () => {
      undo();
      for (const {root} of roots.values()) root.unmount();
    };
  }, []);
}

function Chat() {
  const [open, setOpen] = useState(false);
  const [turns, setTurns] = useState(0);
  const chat = useRef(null);
  useSearchRenderer();
  useEffect(() => {
    const onOpenChange = event => setOpen(event.open);
    const onTurnEnd = () => setTurns(count => count + 1);
    const {current} = chat;
    Object.assign(current, {transport: agent, storage: null});
    current.addEventListener('ubik-open-change', onOpenChange);
    current.addEventListener('ubik-turn-end', onTurnEnd);
    return () => {
      current.removeEventListener('ubik-open-change', onOpenChange);
      current.removeEventListener('ubik-turn-end', onTurnEnd);
    };
  }, []);
  useEffect(() => {
    chat.current.open = open;
  }, [open]);
  return (
    <>
      <label>
        <input type="checkbox" checked={open} onChange={event => setOpen(event.target.checked)} />
        Open
      </label>
      <output>{turns} turns</output>
      <ubik-chat ref={chat} layout="float" protocol="anthropic" />
    </>
  );
}

function App() {
  const [there, setThere] = useState(true);
  return (
    <>
      <button onClick={() => setThere(false)}>Leave</button>
      {there && <Chat />}
    </>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
