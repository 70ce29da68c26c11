import type { Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { RecordFloods } from './record-floods.js';

/** The connections of all clients count together. */
const EVERY_NETWORK = '';

/** Ends connections of a TLS server that send TLS records without data ({@link RecordFloods}), until it closes. Called before the server listens. */
export function watchRecordFloods(server: Server): void {
  const floods = new RecordFloods(() => undefined);
  const below = new Map<string, Socket>();
  server.on('connection', (connection: Socket) => {
    const peer = peerOf(connection);
    below.set(peer, connection);
    connection.once('close', () => below.get(peer) === connection && below.delete(peer));
  });
  server.prependListener('secureConnection', (secure: TLSSocket) => {
    const connection = below.get(peerOf(secure));
    if (connection) floods.add(EVERY_NETWORK, secure, connection);
    else secure.destroy(); // the client has reset it
  });
  floods.checkUntilClosed(server);
}

/** Differs for all open connections of a server. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
