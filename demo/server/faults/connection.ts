import type {HttpBindings} from '@hono/node-server';

/** Destroys the connection of a request, also in the middle of a response. Works with Node's adapter only. */
export function breakConnection(bindings: unknown): void {
  const {outgoing} = bindings as Partial<HttpBindings>;
  outgoing?.destroy();
}
