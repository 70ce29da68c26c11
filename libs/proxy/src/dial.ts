import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { BoundedHandshake } from '@orch/http';
import type { ProxyTarget } from './proxy-target.js';

/**
 * Opens a connection to the target of a proxied request, with TLS where requested. Aborts when `signal` fires.
 * @throws the error of the operating system, or the reason of the signal.
 */
export type Dial = (target: ProxyTarget, signal: AbortSignal) => Promise<Socket>;

/** Connect timeout. */
const CONNECT_MS = 10_000;

const UNVERIFIED = { rejectUnauthorized: false };

/** Opens a new connection for every request: leftover bytes of one request cannot reach another. */
export const dialDirectly: Dial = (target, signal) =>
  new Promise((resolve, reject) => {
    const { ip, port, tls, identity = UNVERIFIED } = target;
    const connection = connect({ host: ip, port, noDelay: true, keepAlive: true });
    const below = tls ? new BoundedHandshake(connection) : undefined;
    const socket = below
      ? connectTls({ socket: below, host: ip, allowPartialTrustChain: true, ...identity })
      : connection;
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
      below?.complete();
      settle();
      resolve(socket);
    });
    if (signal.aborted) onAbort();
  });

class NotConnected extends Error {
  readonly code = 'ETIMEDOUT';
}

/** `close` follows and notifies the user of the connection. */
const ignoreLaterErrors = (): void => undefined;
