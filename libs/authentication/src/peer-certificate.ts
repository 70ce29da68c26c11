import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '@orch/apimachinery';
import { type CertificateSubject, PkiError, readCertificateSubject, SEVERAL_COMMON_NAMES } from '@orch/pki';
import type { AuthorityUse, TrustedAuthorities } from '@orch/tls';

/** What the certificate of one connection says. */
export type Peer =
  | { readonly kind: 'none' }
  /** `why` is for the log only. */
  | { readonly kind: 'bad'; readonly why: string }
  | VerifiedPeer;

/** A certificate whose chain, dates and usage are good, for one use at least. */
export interface VerifiedPeer {
  readonly kind: 'verified';
  /** Empty when it has none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Until when it is good, for each use it is good for. Unit: milliseconds of the epoch. */
  readonly untilMs: Readonly<Partial<Record<AuthorityUse, number>>>;
}

const NONE: Peer = { kind: 'none' };

/**
 * Reads the certificates of connections. The TLS layer has checked dates and usage against all authorities together; it
 * asks for a certificate and lets everybody in, so a bad one is told here and refused with 401 (D-004, D-016, D-018).
 */
export class PeerCertificates {
  // HOT PATH (bench: get): one look-up per request on a kept connection; reading a certificate costs 200 us.
  private readonly peers = new WeakMap<object, { readonly peer: Peer; readonly generation: number }>();

  constructor(
    private readonly authorities: TrustedAuthorities,
    private readonly clock: Clock,
  ) {}

  /** Read once a connection, and again when the authorities were replaced. */
  of(raw: IncomingMessage): Peer {
    const socket = tlsSocketOf(raw);
    if (!socket) return NONE;
    const { generation } = this.authorities;
    const known = this.peers.get(socket);
    if (known?.generation === generation) return known.peer;
    const peer = this.read(socket);
    this.peers.set(socket, { peer, generation });
    return peer;
  }

  private read(socket: TLSSocket): Peer {
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) return NONE;
    if (!socket.authorized) return bad(String(socket.authorizationError));
    const sent = sentBeside(certificate);
    const nowMs = this.clock.now();
    const clients = this.authorities.vouchedUntil('clients', certificate, sent, nowMs);
    const proxies = this.authorities.vouchedUntil('proxies', certificate, sent, nowMs);
    if (clients === undefined && proxies === undefined) return bad('no authority signed it, or not for now');
    const subject = subjectOf(certificate);
    if (typeof subject === 'string') return bad(subject);
    return {
      kind: 'verified',
      commonName: subject.commonNames[0] ?? '',
      organizations: subject.organizations,
      untilMs: { ...(clients === undefined ? {} : { clients }), ...(proxies === undefined ? {} : { proxies }) },
    };
  }
}

const bad = (why: string): Peer => ({ kind: 'bad', why: `client certificate: ${why}` });

/** Certificates that came with the first one, in the order in which they came. */
function sentBeside(certificate: X509Certificate): X509Certificate[] {
  const sent: X509Certificate[] = [];
  for (let next = certificate.issuerCertificate; next; next = next.issuerCertificate) sent.push(next);
  return sent;
}

/** Read as signers and admission read it (`@orch/pki`), or why it is the name of nobody. */
function subjectOf(certificate: X509Certificate): CertificateSubject | string {
  try {
    const subject = readCertificateSubject(certificate.raw);
    return subject.commonNames.length > 1 ? SEVERAL_COMMON_NAMES : subject;
  } catch (error) {
    if (error instanceof PkiError) return error.message;
    throw error;
  }
}

/** HTTP/2 hides the socket behind a guard: the session has the real one. Undefined without TLS (tests). */
function tlsSocketOf(raw: IncomingMessage): TLSSocket | undefined {
  const stream = (raw as { stream?: { session?: { socket?: unknown } } }).stream;
  const socket = (stream?.session?.socket ?? raw.socket) as TLSSocket;
  return socket.encrypted === true ? socket : undefined;
}
