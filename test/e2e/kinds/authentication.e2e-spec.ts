import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { loadClientConfiguration } from '@orch/client';
import { createCertificateAuthority, issueCertificate, type CertificateAndKey } from '@orch/pki';
import { runOrch, temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { Agent, request } from 'undici';
import { ResourceServer } from '../../support/resource-fixtures.js';
import { CLIENT_USAGES, pkcs10 } from '../../support/signing-requests.js';

const DAY_MS = 86_400_000;

// "1. Authentication: general rules", "2. Serving address, TLS, client certificates, static tokens" and "8. Anonymous
// requests". Left: B-004, B-006, B-007, D-007 to D-009 (reviews, service accounts, webhooks, roles), D-014 (SNI),
// B-118, B-119 (releases before 1.6), B-121, B-123 to B-125, D-066, D-067 (other authorizers), cipher suites of D-013.
describe.each(VOCABULARY_NAMES)('who asks, in the %s vocabulary', (vocabulary) => {
  let files: TemporaryDirectory;
  let server: ResourceServer;
  let trusted: CertificateAndKey;
  let tokenFile: string;

  const authority = (commonName: string) =>
    createCertificateAuthority({ commonName, notBeforeMs: Date.now() - DAY_MS, validityDays: 9 });

  beforeAll(async () => {
    files = await temporaryDirectory();
    trusted = await authority('trusted');
    await writeFile(join(files.path, 'trusted.crt'), trusted.certificatePem);
    tokenFile = join(files.path, 'tokens.csv');
    await writeFile(
      tokenFile,
      [
        'jane-token,jane,7,"dev,ops"',
        'root-token,root,8,"system:masters,ops"',
        'twice,first,9',
        'twice,second,10',
      ].join('\n'),
    );
    server = await ResourceServer.start({
      vocabulary,
      flags: [`--token-auth-file=${tokenFile}`, `--client-ca-file=${join(files.path, 'trusted.crt')}`],
    });
  });
  afterAll(async () => {
    await server?.stop();
    await files?.remove();
  });

  const USER = /User "([^"]*)"/;
  /** The name a refusal gives, or the code of another answer. */
  const whoIs = async (headers: Record<string, string>, pair?: { cert: string; key: string }) => {
    const agent = new Agent({ connect: { ca: server.ca, ...pair } });
    try {
      const answer = await request(server.plane.url + server.paths.secrets, { dispatcher: agent, headers });
      const { message = '' } = (await answer.body.json()) as { message?: string };
      return USER.exec(message)?.[1] ?? answer.statusCode;
    } finally {
      await agent.close();
    }
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  /** A request for a certificate says in its spec who sent it. */
  const identity = async (token: string, name: string) => {
    const answer = await server.post(
      server.paths.requests,
      {
        metadata: { name },
        spec: { request: await pkcs10({ commonName: 'a' }), signerName: 'example.com/s', usages: CLIENT_USAGES },
      },
      { as: { token } },
    );
    return answer.body.spec;
  };

  describe('tokens', () => {
    it('B-001 B-003 D-019 a token of the file names its user', async () =>
      expect(await whoIs(bearer('jane-token'))).toBe('jane'));
    it('B-005 D-005 D-019 a user has name, uid, groups, and the group of all who are known', async () =>
      expect(await identity('root-token', 'identity')).toMatchObject({
        username: 'root',
        uid: '8',
        groups: ['system:masters', 'ops', 'system:authenticated'],
      }));
    it('D-020 of two lines with one token the last wins', async () =>
      expect(await whoIs(bearer('twice'))).toBe('second'));
    it('D-001 the word is of any case, and spaces around do not count', async () => {
      expect(await whoIs({ authorization: 'bEaReR jane-token' })).toBe('jane');
      expect(await whoIs({ authorization: '  Bearer jane-token  ' })).toBe('jane');
    });
    it.each(['Basic eA==', 'Bearer', 'Bearer  ', 'Bearer   jane-token', 'jane-token'])(
      'D-002 %j is not a credential',
      async (authorization) => expect(await whoIs({ authorization })).toBe('system:anonymous'),
    );
    it('B-002 each request is authenticated by itself, also on one connection', async () => {
      const agent = new Agent({ connect: { ca: server.ca }, connections: 1 });
      const ask = async (headers: Record<string, string>) => {
        const answer = await request(server.plane.url + server.paths.secrets, { dispatcher: agent, headers });
        expect(answer.headers['set-cookie']).toBeUndefined();
        return USER.exec(((await answer.body.json()) as { message: string }).message)?.[1];
      };
      expect(await ask(bearer('jane-token'))).toBe('jane');
      expect(await ask({})).toBe('system:anonymous');
      expect(await ask(bearer('twice'))).toBe('second');
      await agent.close();
    });
    it('D-020 the file is read at the start alone', async () => {
      await writeFile(tokenFile, 'later,later,11\n', { flag: 'a' });
      expect(await whoIs(bearer('later'))).toBe(401);
    });
  });

  describe('certificates', () => {
    const issue = async (change: Partial<Parameters<typeof issueCertificate>[0]> = {}) => {
      const issued = await issueCertificate({
        ca: trusted,
        commonName: 'jim',
        organizations: ['dev', 'ops'],
        usages: ['digital signature', 'client auth'],
        notBeforeMs: Date.now() - 60_000,
        validityDays: 1,
        ...change,
      });
      return { cert: issued.certificatePem, key: issued.privateKeyPem };
    };
    it('D-016 D-017 a certificate of the file names its user', async () =>
      expect(await whoIs({}, await issue())).toBe('jim'));
    it('D-017 D-005 each organization is a group', async () => {
      const pair = await issue({ commonName: 'boss', organizations: ['system:masters', 'dev'] });
      const agent = new Agent({ connect: { ca: server.ca, ...pair } });
      const answer = await request(server.plane.url + server.paths.requests, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          metadata: { name: 'boss' },
          spec: { request: await pkcs10({ commonName: 'a' }), signerName: 'example.com/s', usages: CLIENT_USAGES },
        }),
      });
      const { spec } = (await answer.body.json()) as { spec: { username: string; groups: string[] } };
      await agent.close();
      expect(spec.username).toBe('boss');
      expect([...spec.groups].sort()).toEqual(['dev', 'system:authenticated', 'system:masters']);
    });
    it('D-003 a certificate comes before a token', async () =>
      expect(await whoIs(bearer('jane-token'), await issue())).toBe('jim'));
    it('D-016 a client without certificate is served too', async () =>
      expect(await whoIs({})).toBe('system:anonymous'));
    it.each([
      ['D-004 D-018', 'of an unknown authority', async () => issue({ ca: await authority('other') })],
      ['D-018', 'whose time is over', () => issue({ notBeforeMs: Date.now() - 3 * DAY_MS })],
      ['D-018', 'for servers', () => issue({ usages: ['digital signature', 'server auth'] })],
    ])('%s a certificate %s is refused', async (_id, _what, pair) => expect(await whoIs({}, await pair())).toBe(401));
  });

  describe('a request without credentials', () => {
    it('B-115 B-117 B-120 is anonymous, and may read what all users may', async () => {
      expect(await whoIs({})).toBe('system:anonymous');
      expect((await server.get('/version', { as: 'anonymous' })).code).toBe(200);
    });
    it('B-116 B-305 is not one with a bad token', async () =>
      expect(await server.get('/version', { as: { token: 'bad' } })).toMatchObject({
        code: 401,
        body: { reason: 'Unauthorized' },
      }));
  });

  describe('the listener', () => {
    const handshake = async (options: object): Promise<{ peer: PeerCertificate; protocol: string | null }> => {
      const { hostname, port } = new URL(server.plane.url);
      const socket: TLSSocket = connect({ host: hostname, port: Number(port), ca: server.ca, ...options });
      try {
        await once(socket, 'secureConnect');
        return { peer: socket.getPeerCertificate(), protocol: socket.getProtocol() };
      } finally {
        socket.destroy();
      }
    };
    it('D-013 speaks TLS 1.2 and 1.3, and nothing older', async () => {
      for (const version of ['TLSv1.2', 'TLSv1.3'])
        expect((await handshake({ minVersion: version, maxVersion: version })).protocol).toBe(version);
      await expect(
        handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
      ).rejects.toThrow(/protocol version|unsupported protocol/i);
    });
    it('D-016 names no authority a client must come from, and asks anyway', async () => {
      const { tls } = loadClientConfiguration({ file: server.plane.adminConf, vocabulary: server.vocabulary });
      const pair = { cert: String(tls.cert), key: String(tls.key) };
      expect(await whoIs({}, pair)).toBe(200);
    });
  });
});

describe('another configuration of who may ask', () => {
  let files: TemporaryDirectory;
  let served: CertificateAndKey;

  beforeAll(async () => {
    files = await temporaryDirectory();
    const ca = await createCertificateAuthority({
      commonName: 'serving',
      notBeforeMs: Date.now() - DAY_MS,
      validityDays: 9,
    });
    served = await issueCertificate({
      ca,
      commonName: 'served',
      dnsNames: ['localhost'],
      ipAddresses: ['127.0.0.1'],
      usages: ['digital signature', 'server auth'],
      notBeforeMs: Date.now() - 60_000,
      validityDays: 1,
    });
    await writeFile(join(files.path, 'served.crt'), served.certificatePem + ca.certificatePem);
    await writeFile(join(files.path, 'served.key'), served.privateKeyPem);
  });
  afterAll(() => files?.remove());

  it('B-122 B-306 D-011 D-013 refuses unauthenticated users, serves the chain it is given, and speaks TLS 1.3 alone', async () => {
    const start = runOrch([
      'apiserver',
      '--secure-port=0',
      `--data-dir=${join(files.path, 'data')}`,
      '--anonymous-auth=false',
      '--tls-min-version=VersionTLS13',
      `--tls-cert-file=${join(files.path, 'served.crt')}`,
      `--tls-private-key-file=${join(files.path, 'served.key')}`,
    ]);
    try {
      const url = await start.ready;
      const chain = await readFile(join(files.path, 'served.crt'), 'utf8');
      const agent = new Agent({ connect: { ca: chain.slice(served.certificatePem.length) } });
      for (const path of ['/version', '/healthz', '/api/v1/namespaces', '/none']) {
        const answer = await request(url + path, { dispatcher: agent });
        expect([answer.statusCode, await answer.body.json()]).toEqual([
          401,
          expect.objectContaining({ kind: 'Status', reason: 'Unauthorized', message: 'Unauthorized' }),
        ]);
      }
      await agent.close();
      const { hostname, port } = new URL(url);
      const old = connect({ host: hostname, port: Number(port), maxVersion: 'TLSv1.2', rejectUnauthorized: false });
      await expect(once(old, 'secureConnect')).rejects.toThrow(/protocol version|alert/i);
    } finally {
      await start.stop();
    }
  });

  it.each([
    ['D-013', '--tls-min-version=VersionTLS10'],
    ['D-020', '--token-auth-file=two-columns.csv'],
    ['D-021', '--controllers=nosuch'],
  ])('%s does not start with %s', async (_id, flag) => {
    await writeFile(join(files.path, 'two-columns.csv'), 'token,user\n');
    const start = runOrch([
      flag.startsWith('--controllers') ? 'controller-manager' : 'apiserver',
      ...(flag.startsWith('--controllers') ? [] : ['--secure-port=0']),
      `--data-dir=${join(files.path, 'refused')}`,
      flag.replace('two-columns', join(files.path, 'two-columns')),
    ]);
    await expect(start.ready).rejects.toThrow(/ended \([1-9]/);
    expect(start.log()).toMatch(/./);
  });
});
