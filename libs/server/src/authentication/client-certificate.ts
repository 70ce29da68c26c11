import type { IncomingMessage } from 'node:http';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { type Authenticator, InvalidCredential } from './authenticator.js';

/** What the certificate of one connection says; the handshake happens once, so it is read once. */
type Peer =
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly why: string }
  | { readonly kind: 'user'; readonly user: UserInfo; readonly expiresMs: number };

const NONE: Peer = { kind: 'none' };

/**
 * Knows clients by their TLS certificate (D-016..D-018): CN is the user, each O a group. The TLS layer has checked the chain,
 * the dates and the usage; it asks for a certificate and lets everybody in, so a bad one is refused here, with 401 (D-004).
 */
export function clientCertificateAuthenticator(clock: Clock): Authenticator {
  // HOT PATH (bench: get-by-name): one look-up per request on a kept connection; reading a certificate costs 30 us.
  const peers = new WeakMap<object, Peer>();
  return {
    name: 'clientCertificate',
    authenticate: (request) => {
      const socket = tlsSocketOf(request.raw);
      if (!socket) return undefined;
      let peer = peers.get(socket);
      if (!peer) peers.set(socket, (peer = readPeer(socket)));
      if (peer.kind === 'none') return undefined;
      if (peer.kind === 'bad') throw new InvalidCredential(peer.why);
      if (clock.now() > peer.expiresMs)
        throw new InvalidCredential('the client certificate expired during the connection');
      return peer.user;
    },
  };
}

function readPeer(socket: TLSSocket): Peer {
  const certificate = socket.getPeerCertificate() as PeerCertificate | undefined;
  if (!certificate || Object.keys(certificate).length === 0) return NONE;
  if (!socket.authorized) return { kind: 'bad', why: `client certificate: ${String(socket.authorizationError)}` };
  const username = single(certificate.subject?.CN);
  if (username === undefined || username === '')
    return { kind: 'bad', why: 'client certificate without a common name' };
  return {
    kind: 'user',
    user: Object.freeze({ username, groups: Object.freeze(all(certificate.subject.O)) }),
    expiresMs: Date.parse(certificate.valid_to),
  };
}

/** The subject's values come as one string, or as a list when there are several. */
const all = (value: string | readonly string[] | undefined): string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : [...value];
const single = (value: string | readonly string[] | undefined): string | undefined => all(value)[0];

/** HTTP/2 hides the socket behind a guard: the session has the real one. Undefined without TLS (tests). */
function tlsSocketOf(raw: IncomingMessage): TLSSocket | undefined {
  const stream = (raw as { stream?: { session?: { socket?: unknown } } }).stream;
  const socket = (stream?.session?.socket ?? raw.socket) as TLSSocket;
  return socket.encrypted === true ? socket : undefined;
}
