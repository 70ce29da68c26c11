import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { BoundedHandshake, CLIENT_TLS, hostLookups, PacedConnection } from '@orch/connections';
import { type Flow, OWN_FLOW } from '@orch/http';
import { readAheadLittle } from './forward-bytes.js';
import { IdleTooLong } from './proxy-error.js';
import type { ProxyTarget, TlsIdentity } from './proxy-target.js';

/**
 * Opens a connection to the target of a proxied request, with TLS where requested. Aborts when `signal` fires.
 * @param flow whose request it is. Default: the server's own.
 * @throws the error of the operating system, or the reason of the signal.
 */
export type Dial = (target: ProxyTarget, signal: AbortSignal, flow?: Flow) => Promise<Duplex>;

/** Connect timeout. */
const CONNECT_MS = 10_000;
/** Idle timeout. Long, since long polls and watches may be silent for long; closes connections whose peer vanished. */
const IDLE_MS = 3_600_000;

const UNVERIFIED: Partial<TlsIdentity> = { rejectUnauthorized: false };
const TLS_OPTIONS = { ...CLIENT_TLS, allowPartialTrustChain: true };

/** Opens a new connection for every request: leftover bytes of one request cannot reach another. */
export const dialDirectly: Dial = (target, signal, flow = OWN_FLOW) =>
  new Promise((resolve, reject) => {
    const { ip, port, tls, identity = UNVERIFIED, namespace } = target;
    const lookup = hostLookups.of(namespace);
    const connection = connect({ host: ip, port, lookup, noDelay: true, keepAlive: true });
    const paced = new PacedConnection(connection, flow.name, tls);
    const below = tls ? new BoundedHandshake(paced) : undefined;
    const secure = below && connectTls({ socket: below, host: ip, ...identity, secureContext: contextOf(identity) });
    if (secure) below.begin(secure);
    for (const stream of [connection, secure]) if (stream) readAheadLittle(stream);
    const socket = secure ?? paced;
    socket.allowHalfOpen = false; // as of a TCP connection: it is closed after the end of the other side
    connection.setTimeout(IDLE_MS, () => socket.destroy(new IdleTooLong()));
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
    (secure ?? connection).once(secure ? 'secureConnect' : 'connect', () => {
      if (secure) below!.complete(secure);
      settle();
      resolve(socket);
    });
    if (signal.aborted) onAbort();
  });

type Pems = Pick<TlsIdentity, 'ca' | 'cert' | 'key'>;
let last: { readonly pems: Pems; readonly context: SecureContext } | undefined;

/** That of the connection before where it has the same certificates: parsing them takes 3 ms, and checks of all extension API servers begin together. */
function contextOf({ ca, cert, key }: Pems): SecureContext {
  if (!last || last.pems.ca !== ca || last.pems.cert !== cert || last.pems.key !== key) {
    const pems = { ...(ca === undefined ? {} : { ca }), ...(cert === undefined ? {} : { cert, key: key! }) };
    last = { pems, context: createSecureContext({ ...TLS_OPTIONS, ...pems }) };
  }
  return last.context;
}

class NotConnected extends Error {
  readonly code = 'ETIMEDOUT';
}

/** `close` follows and notifies the user of the connection. */
const ignoreLaterErrors = (): void => undefined;
