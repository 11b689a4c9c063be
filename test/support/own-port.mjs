import {once} from 'node:events';
import {createServer} from 'node:net';

/** Ports of one process, below those that systems assign to connections and to servers with the port 0. */
const FIRST = 10_000;
const RANGES = 1_000;
const SIZE = 20;

let used = 0;

/**
 * Returns a port for a server that cannot let the system assign one. Each process takes its ports from a range of its own, so
 * that two runs never choose the same one; ports that another program uses are left out.
 */
export async function ownPort() {
  for (; used < SIZE; used++) {
    const port = FIRST + (process.pid % RANGES) * SIZE + used;
    if (await isFree(port)) {
      used++;
      return port;
    }
  }
  throw new Error('All ports of this process are in use.');
}

async function isFree(port) {
  const server = createServer();
  const listening = once(server.listen(port), 'listening').then(
    () => true,
    () => false,
  );
  if (!(await listening)) return false;
  server.close();
  await once(server, 'close');
  return true;
}
