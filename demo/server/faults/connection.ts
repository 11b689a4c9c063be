import type {HttpBindings} from '@hono/node-server';

/** Breaks the connection of a request, whatever was sent of the answer. Only Node's adapter gives the means. */
export function breakConnection(bindings: unknown): void {
  const {outgoing} = bindings as Partial<HttpBindings>;
  outgoing?.destroy();
}
