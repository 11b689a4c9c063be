import {Closable} from './Closable';

/** A server component: what it passes to the chat is in the HTML. */
export default function Page() {
  const suggestions = ['What is 2 * (3 + 4)?'];
  return (
    <main>
      <h1>Calculations</h1>
      <Closable suggestions={suggestions} />
    </main>
  );
}
