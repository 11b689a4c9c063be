/** @jsxImportSource solid-js */
// Only compiled: valid and invalid code of a Solid page.
import type {JSX} from 'solid-js';
import type {ChatController} from '../../../src/controller/index.js';
import '../../../src/frameworks/solid.js';

export function Tags(): JSX.Element {
  return (
    <>
      <ubik-chat
        class="chat"
        attr:layout="float"
        attr:session-id="s"
        prop:open={true}
        prop:storage={null}
        on:ubik-turn-end={event => console.log(event.message.status, event.currentTarget.status)}
      />
      <ubik-step attr:for="chat" prop:step={2} />
      {/* @ts-expect-error There is no such layout. */}
      <ubik-chat prop:layout="wide" />
      {/* @ts-expect-error There is no such property. */}
      <ubik-chat prop:endpiont="/api/v1" />
      {/* @ts-expect-error An attribute has no room for an object. */}
      <ubik-chat attr:session-id={{}} />
      {/* @ts-expect-error The event of a turn has no text. */}
      <ubik-chat on:ubik-turn-end={({text}) => console.log(text)} />
    </>
  );
}

export function Parts({controller}: {readonly controller: ChatController}): JSX.Element {
  return (
    <>
      <ubik-composer prop:controller={controller} />
      {/* @ts-expect-error It is not the id of a controller. */}
      <ubik-composer prop:controller="chat" />
    </>
  );
}
