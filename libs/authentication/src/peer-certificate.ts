import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '@orch/apimachinery';
import { type CertificateSubject, identityFault, PkiError, readCertificateSubject } from '@orch/pki';
import type { AuthorityUse, TrustedAuthorities } from '@orch/tls';
import { LRUCache } from 'lru-cache';
import { connectionOf } from './connection-of.js';

/** The client certificate of one connection. */
export type Peer =
  | { readonly kind: 'none' }
  /** `why` is for the log only. */
  | { readonly kind: 'bad'; readonly why: string }
  | VerifiedPeer;

/** A certificate with valid chain, dates and usage, for at least one use. */
export interface VerifiedPeer {
  readonly kind: 'verified';
  /** Empty without one. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Expiry for each use it is valid for. Unit: milliseconds of the epoch. */
  readonly untilMs: Readonly<Partial<Record<AuthorityUse, number>>>;
}

const NONE: Peer = { kind: 'none' };

/** Certificates whose path to an authority is remembered for their next connection. */
const KNOWN_CERTIFICATES = 1_024;

interface KnownPeer<P extends Peer = Peer> {
  readonly peer: P;
  /** Of the authorities by which it was read. */
  readonly generation: number;
}

/**
 * Reads the certificates of connections. The TLS layer verifies dates and usage against all CAs together; it requests a
 * certificate but accepts any, so an invalid one is detected here and rejected with 401 (D-004, D-016, D-018).
 */
export class PeerCertificates {
  // HOT PATH (bench: get): one look-up per request on an open connection; reading a certificate costs 200 us.
  private readonly peers = new WeakMap<object, KnownPeer>();
  /** Certificates of authorities that clients sent: Node hands them out once, and they are read again when the CAs were replaced. */
  private readonly sent = new WeakMap<object, readonly X509Certificate[]>();
  /** By the fingerprints of the certificate and of those sent with it. A client opens many connections with one certificate: one for each watch. */
  private readonly verified = new LRUCache<string, KnownPeer<VerifiedPeer>>({ max: KNOWN_CERTIFICATES });

  constructor(
    private readonly authorities: TrustedAuthorities,
    private readonly clock: Clock,
  ) {}

  /** Read once per connection, and again when the CAs were replaced. */
  of(raw: IncomingMessage): Peer {
    const socket = connectionOf(raw);
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
    const sent = this.sent.get(socket) ?? sentChain(certificate);
    if (sent.length > 0) this.sent.set(socket, sent);
    const { generation } = this.authorities;
    const nowMs = this.clock.now();
    const id = [certificate, ...sent].map(({ fingerprint256 }) => fingerprint256).join();
    const known = this.verified.get(id);
    if (known?.generation === generation && Object.values(known.peer.untilMs).every((ms) => nowMs <= ms))
      return known.peer;
    const peer = this.verify(certificate, sent, nowMs);
    if (peer.kind === 'verified') this.verified.set(id, { peer, generation });
    return peer;
  }

  private verify(certificate: X509Certificate, sent: readonly X509Certificate[], nowMs: number): Peer {
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

/** The chain of the certificate, as sent. */
function sentChain(certificate: X509Certificate): X509Certificate[] {
  const sent: X509Certificate[] = [];
  for (let next = certificate.issuerCertificate; next; next = next.issuerCertificate) sent.push(next);
  return sent;
}

/** Parsed as by signers and admission (`@orch/pki`), or why it is not a valid user name. */
function subjectOf(certificate: X509Certificate): CertificateSubject | string {
  try {
    const subject = readCertificateSubject(certificate.raw);
    return identityFault(subject) ?? subject;
  } catch (error) {
    if (error instanceof PkiError) return error.message;
    throw error;
  }
}
