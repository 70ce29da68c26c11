import type { Socket } from 'node:net';

/** @param isTrusted whether an administrator or a controller sent the request; undefined where the connection closed before. */
type Came = (isTrusted?: boolean) => void;

/** Connections without a request so far. Of this process. */
const awaiting = new WeakMap<Socket, Came>();
let count = 0;

/** @param came called once: at the first request over HTTP/1.1, or when the connection closes before. */
export function awaitFirstRequest(connection: Socket, came: Came): void {
  count++;
  const comes: Came = (isTrusted) => {
    if (!awaiting.delete(connection)) return;
    count--;
    came(isTrusted);
  };
  awaiting.set(connection, comes);
  connection.once('close', () => comes());
}

/** Of the connection of a request: to be called when it is awaited as the first. HOT PATH (bench: get): one comparison. */
export const awaitedRequest = (connection: Socket): Came | undefined =>
  count > 0 ? awaiting.get(connection) : undefined;
