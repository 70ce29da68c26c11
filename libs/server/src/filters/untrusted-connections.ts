import type { Socket } from 'node:net';
import { UNAUTHENTICATED_GROUP } from '@orch/authentication';
import type { Filter } from '@orch/http';

/** Connections without a request of an authenticated user so far, and what ends that. Of this process. */
const untrusted = new WeakMap<Socket, () => void>();
let count = 0;

/** @param end called once: when an authenticated user sends a request over HTTP/1.1, or the connection closes. */
export function awaitTrust(connection: Socket, end: () => void): void {
  count++;
  const trust = (): void => {
    if (!untrusted.delete(connection)) return;
    count--;
    end();
  };
  untrusted.set(connection, trust);
  connection.once('close', trust);
}

/** Trusts connections of authenticated users. HOT PATH (bench: get): one comparison. */
export const trustUsers: Filter = (next) => (request) => {
  if (count > 0 && !request.user.groups.includes(UNAUTHENTICATED_GROUP)) untrusted.get(request.raw.socket)?.();
  return next(request);
};
