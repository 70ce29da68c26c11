import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '@orch/connections';

/** The network of the client of a request; empty when its connection is closed. A request over HTTP/1.1 is destroyed when its body was read, too. */
export const requestNetwork = (raw: IncomingMessage): string => {
  const isClosed = raw.destroyed && raw.httpVersionMajor > 1; // its connection may not be asked then
  return isClosed ? '' : clientNetwork((raw.socket as typeof raw.socket | undefined)?.remoteAddress ?? '');
};
