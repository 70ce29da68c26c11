import type { UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { type Authenticator, InvalidCredential } from './authenticator.js';
import type { CertificateLifetimes } from './metrics/certificate-lifetimes.js';
import type { Peer, PeerCertificates } from './peer-certificate.js';

/** Authenticates clients by their TLS certificate (D-016..D-018): CN is the user, each O a group. */
export function clientCertificateAuthenticator(
  peers: PeerCertificates,
  clock: Clock,
  lifetimes: CertificateLifetimes,
): Authenticator {
  // HOT PATH (bench: get): one user object per connection, so that caches by user object stay valid.
  const users = new WeakMap<Peer, UserInfo>();
  return {
    name: 'clientCertificate',
    authenticate: ({ raw }) => {
      const peer = peers.of(raw);
      if (peer.kind === 'none') return undefined;
      if (peer.kind === 'bad') throw new InvalidCredential(peer.why);
      const untilMs = peer.untilMs.clients;
      if (untilMs === undefined) throw new InvalidCredential('client certificate of an authority of proxies');
      const leftMs = untilMs - clock.now();
      lifetimes.observe(leftMs);
      if (leftMs < 0) throw new InvalidCredential('the client certificate expired during the connection');
      let user = users.get(peer);
      if (!user) {
        if (peer.commonName === '') throw new InvalidCredential('client certificate without a common name');
        user = Object.freeze({ username: peer.commonName, groups: Object.freeze([...peer.organizations]) });
        users.set(peer, user);
      }
      return user;
    },
  };
}
