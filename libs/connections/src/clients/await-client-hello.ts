import type { Socket } from 'node:net';
import { ClientHello } from './client-hello.js';

/**
 * Waits for the ClientHello of a connection, without TLS state in memory. One whose ClientHello is refused, or that ends before it is complete, is destroyed.
 * @param complete called once, with a connection that is open, its first bytes, and how many of them are the ClientHello (0: it is not one).
 */
export function awaitClientHello(connection: Socket, complete: (first: Buffer, helloBytes: number) => void): void {
  const hello = new ClientHello();
  const chunks: Buffer[] = [];
  const onReadable = (): void => {
    for (let chunk = connection.read() as Buffer | null; chunk; chunk = connection.read() as Buffer | null) {
      chunks.push(chunk);
      const state = hello.read(chunk);
      if (state === 'refused') return void connection.destroy();
      if (state === 'incomplete') continue;
      connection.off('readable', onReadable).off('end', onEnd);
      return complete(Buffer.concat(chunks), hello.bytes);
    }
  };
  const onEnd = (): void => void connection.destroy();
  connection.on('readable', onReadable).on('end', onEnd);
}
