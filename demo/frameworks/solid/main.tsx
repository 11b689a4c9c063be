import {createSignal, onCleanup, Show} from 'solid-js';
import {render} from 'solid-js/web';
import {renderers, type ToolItem} from 'ubik-chat';
import 'ubik-chat/solid';
import {agent, queryOf} from '../agent.js';

const Search = (props: {item: ToolItem}) => (
  <p class="search">
    Solid searches for “{queryOf(props.item)}”: {props.item.status}
  </p>
);

/** The tool by a component of Solid: a tree for each item, ended with the app. */
function registerSearch() {
  const known = new Map<
    string,
    {place: Element; show: (item: ToolItem) => void; end: () => void}
  >();
  const undo = renderers.register('tool:web_search', item => {
    if (item.kind !== 'tool') return undefined;
    let entry = known.get(item.id);
    if (!entry) {
      const place = document.createElement('div');
      const [shown, show] = createSignal<ToolItem>(item);
      entry = {place, show, end: render(() => <Search item={shown()} />, place)};
      known.set(item.id, entry);
    }
    entry.show(item);
    return entry.place;
  });
  onCleanup(() => {
    undo();
    for (const {end} of known.values()) end();
  });
}

function Chat() {
  const [open, setOpen] = createSignal(false);
  const [turns, setTurns] = createSignal(0);
  registerSearch();
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={open()}
          onChange={event => setOpen(event.currentTarget.checked)}
        />
        Open
      </label>
      <output>{turns()} turns</output>
      <ubik-chat
        attr:layout="float"
        attr:protocol="anthropic"
        prop:open={open()}
        prop:transport={agent}
        prop:storage={null}
        on:ubik-open-change={event => setOpen(event.open)}
        on:ubik-turn-end={() => setTurns(turns() + 1)}
      />
    </>
  );
}

function App() {
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

render(() => <App />, document.querySelector('#app')!);
