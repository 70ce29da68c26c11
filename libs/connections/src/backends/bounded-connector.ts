import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { CLIENT_TLS } from '../layers/tls-options.js';
import { BoundedHandshake } from './bounded-handshake.js';
import { hostLookups } from './host-lookups.js';
import { PacedConnection } from './paced-connection.js';

const HTTPS_PORT = 443;
/** Connections of the server itself take turns as one user. */
const OWN_FLOW = '';
/** Time without data after which the kernel asks whether the other side is there. Unit: milliseconds. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Connections for HTTP/1.1 over TLS whose handshake is bounded: OpenSSL checks the certificates of a server in one step, those of one that is not
 * trusted, too.
 * @param options of undici, with the time limit of a connection and its handshake.
 * @param namespace whose users determine the names of hosts. Default: administrators configure them.
 */
export function boundedConnector(options: buildConnector.BuildOptions, namespace?: string): buildConnector.connector {
  const lookup = hostLookups.of(namespace);
  const secure = buildConnector({ ...options, ...CLIENT_TLS, allowH2: false });
  return (target, callback) => {
    const port = Number(target.port) || HTTPS_PORT;
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
    const connection = connect({ host: target.hostname, port, lookup, noDelay: true, ...keepAlive });
    const below = new BoundedHandshake(new PacedConnection(connection, OWN_FLOW, true));
    // TLS needs a duplex stream only.
    const above: unknown = secure({ ...target, httpSocket: below as unknown as Socket }, (...result) => {
      const [error, socket] = result;
      if (error === null) {
        below.complete(socket);
        socket.once('close', () => ignoreErrors(socket));
      }
      callback(...result);
    });
    below.begin(above as TLSSocket); // undici returns it, which its types do not say
  };
}

/** A TLS connection above a stream that is not a TCP connection may emit its error after its `close`, with which undici has ended its use: undici would throw there. */
function ignoreErrors(socket: Socket): void {
  socket.removeAllListeners('error');
  socket.on('error', () => undefined);
}
