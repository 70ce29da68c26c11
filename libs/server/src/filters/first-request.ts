import type { Socket } from 'node:net';
import { ADMINISTRATORS, type Filter } from '@orch/http';

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

/**
 * Notices the first request of each connection, with its user, before that acts as another.
 * @param systemNamespace its service accounts are those of controllers.
 */
export function noticeFirstRequests(systemNamespace: string): Filter {
  const trusted = [ADMINISTRATORS, `system:serviceaccounts:${systemNamespace}`];
  // HOT PATH (bench: get): one comparison
  return (next) => (request) => {
    if (count > 0) awaiting.get(request.raw.socket)?.(trusted.some((group) => request.user.groups.includes(group)));
    return next(request);
  };
}
