import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { type Clock, systemClock } from '@orch/apimachinery';
import { OpensslAuthority } from '@orch/testing';
import { TrustedAuthorities } from '@orch/tls';
import { PeerCertificates } from './peer-certificate.js';

const DAY_MS = 86_400_000;

describe('certificates of connections', () => {
  let first: OpensslAuthority;
  let second: OpensslAuthority;
  let pem: string;
  beforeAll(async () => {
    first = await OpensslAuthority.create('first');
    second = await OpensslAuthority.create('second');
    pem = (await first.issue({ subject: '/O=makers/CN=ann', days: 2 })).cert;
  });
  afterAll(() => Promise.all([first, second].map((authority) => authority?.remove())));

  let afterMs: number;
  let searches: number;
  let authorities: TrustedAuthorities;
  let peers: PeerCertificates;
  beforeEach(() => {
    [afterMs, searches] = [0, 0];
    authorities = new TrustedAuthorities({ clients: [first.pem], proxies: [] });
    const search = authorities.vouchedUntil.bind(authorities);
    authorities.vouchedUntil = (...asked) => (searches++, search(...asked));
    const clock: Clock = { ...systemClock, now: () => Date.now() + afterMs };
    peers = new PeerCertificates(authorities, clock);
  });

  /** A request on a new connection. */
  const request = (sent = pem) =>
    ({
      socket: { encrypted: true, authorized: true, getPeerX509Certificate: () => new X509Certificate(sent) },
    }) as unknown as IncomingMessage;

  it('D-018 one is verified once, and the user of its connections is one object', () => {
    const peer = peers.of(request());
    expect(peer).toMatchObject({ kind: 'verified', commonName: 'ann', organizations: ['makers'] });
    const once = searches;
    expect(peers.of(request())).toBe(peer);
    expect(searches).toBe(once);
  });

  it('B-114 one is verified again for new connections, and for open ones, when the authorities change', () => {
    const open = request();
    expect(peers.of(open).kind).toBe('verified');
    authorities.replace({ clients: [second.pem], proxies: [] });
    expect([open, request()].map((raw) => peers.of(raw).kind)).toEqual(['bad', 'bad']);
    authorities.replace({ clients: [first.pem], proxies: [] });
    expect(peers.of(request()).kind).toBe('verified');
  });

  it('B-114 intermediates that a client sent count again when the authorities are read again', async () => {
    const between = await first.intermediate('between');
    const own = await second.issue({ subject: '/CN=server', usage: 'serverAuth' });
    const server = createServer({ ...own, ca: first.pem, requestCert: true, rejectUnauthorized: false });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { cert, key } = await between.issue({ subject: '/CN=ann' });
    const opened = once(server, 'secureConnection');
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, cert: cert + between.pem, key, rejectUnauthorized: false });
    const [socket] = await opened;
    const open = { socket } as IncomingMessage;
    expect(peers.of(open).kind).toBe('verified');
    authorities.replace({ clients: [first.pem], proxies: [] });
    expect(peers.of(open).kind).toBe('verified');
    client.destroy();
    server.close();
    await between.remove();
  });

  it('D-018 one that has expired since is not valid for a new connection', () => {
    expect(peers.of(request()).kind).toBe('verified');
    afterMs = 3 * DAY_MS;
    expect(peers.of(request()).kind).toBe('bad');
  });

  it('another certificate of the same subject is verified', async () => {
    expect(peers.of(request()).kind).toBe('verified');
    const foreign = (await second.issue({ subject: '/O=makers/CN=ann', days: 2 })).cert;
    expect(peers.of(request(foreign)).kind).toBe('bad');
  });
});
