import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ProxyTarget } from './proxy-target.js';

/**
 * Opens a connection to where a request is handed on to, with TLS where that is asked for. Gives it up when `signal` fires.
 * @throws what the operating system says, or why the signal fired.
 */
export type Dial = (target: ProxyTarget, signal: AbortSignal) => Promise<Socket>;

/** Who does not take a connection in this time is not there. */
const CONNECT_MS = 10_000;

/** A connection of its own for every request: what one of them leaves behind cannot reach another. */
export const dialDirectly: Dial = (target, signal) =>
  new Promise((resolve, reject) => {
    const { ip, port, tls } = target;
    const address = { host: ip, port, noDelay: true, keepAlive: true };
    const socket = tls ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', fail);
    };
    const fail = (cause: Error): void => {
      settle();
      socket.destroy();
      reject(cause);
    };
    const onAbort = (): void => fail(signal.reason as Error);
    const timer = setTimeout(() => fail(new NotConnected()), CONNECT_MS);
    signal.addEventListener('abort', onAbort);
    socket.on('error', ignoreLaterErrors).once('error', fail);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      settle();
      resolve(socket);
    });
    if (signal.aborted) onAbort();
  });

class NotConnected extends Error {
  readonly code = 'ETIMEDOUT';
}

/** `close` follows, and tells whoever uses the connection by then. */
const ignoreLaterErrors = (): void => undefined;
