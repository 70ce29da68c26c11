import type { Socket } from 'node:net';
import { ClientHello } from './client-hello.js';

/**
 * Waits for the ClientHello of a connection, without TLS state in memory. The bytes stay in the connection. One whose ClientHello is refused, or that ends before it is complete,
 * is destroyed.
 * @param complete called once, with a connection that is open.
 */
export function awaitClientHello(connection: Socket, complete: () => void): void {
  const hello = new ClientHello();
  const chunks: Buffer[] = [];
  const onReadable = (): void => {
    for (let chunk = connection.read() as Buffer | null; chunk; chunk = connection.read() as Buffer | null) {
      chunks.push(chunk);
      const state = hello.read(chunk);
      if (state === 'refused') return void connection.destroy();
      if (state === 'incomplete') continue;
      connection.off('readable', onReadable).off('end', onEnd);
      connection.unshift(Buffer.concat(chunks));
      return complete();
    }
  };
  const onEnd = (): void => void connection.destroy();
  connection.on('readable', onReadable).on('end', onEnd);
}
