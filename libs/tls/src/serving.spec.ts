import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { silentLogger } from '@orch/process';
import { Agent, request } from 'undici';
import { startApiServer } from '@orch/server';
import { sendRaw, whoIs, TestServer } from '@orch/server-testing';
import { OpensslAuthority, type Pair } from '@orch/testing';

const SUITE = 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384';

/** A log that notifies when the server has reloaded its files, or has failed to. */
function heardBy(): { log: typeof silentLogger; again: () => Promise<'reloaded' | 'failed'> } {
  let notify: (what: 'reloaded' | 'failed') => void = () => undefined;
  const log = {
    ...silentLogger,
    info: (text: string) => text === 'certificates reloaded' && notify('reloaded'),
    error: (text: string) => text.startsWith('cannot reload certificates') && notify('failed'),
  };
  return { log: log as typeof silentLogger, again: () => new Promise((resolve) => (notify = resolve)) };
}

describe('the listener', () => {
  let directory: string;
  let authority: OpensslAuthority;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-serving-'));
    authority = await OpensslAuthority.create('serving');
  });
  afterEach(() => TestServer.closeAll());
  afterAll(async () => {
    await authority.remove();
    await rm(directory, { recursive: true, force: true });
  });

  /** Negotiated parameters of one handshake. */
  const shaken = async (server: TestServer, options: ConnectionOptions = {}) => {
    const { hostname, port } = new URL(server.server.url);
    const socket: TLSSocket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false, ...options });
    try {
      await once(socket, 'secureConnect');
      return {
        protocol: socket.getProtocol(),
        cipher: socket.getCipher().standardName,
        name: socket.getPeerCertificate().subject.CN,
        fingerprint: socket.getPeerCertificate().fingerprint256,
      };
    } finally {
      socket.destroy();
    }
  };
  const put = async (name: string, pair: Pair) => {
    const [certificate, key] = [join(directory, `${name}.crt`), join(directory, `${name}.key`)];
    await Promise.all([writeFile(certificate, pair.cert), writeFile(key, pair.key)]);
    return `${certificate},${key}`;
  };
  const pairOf = (name: string, altNames?: string) =>
    authority.issue({ subject: `/CN=${name}`, usage: 'serverAuth', ...(altNames === undefined ? {} : { altNames }) });

  it('D-010 listens on the configured address and port', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    await once(probe, 'close');
    const server = await TestServer.start({ bindAddress: '127.0.0.1', securePort: port });
    expect(server.server.url).toBe(`https://127.0.0.1:${port}`);
    expect((await server.call('/version')).code).toBe(200);
  });

  it('D-012 generates a pair in --cert-dir and keeps it after a restart', async () => {
    const certDir = join(directory, 'certs');
    const dataDir = join(directory, 'data');
    const first = await TestServer.start({ certDir, dataDir });
    const { fingerprint } = await shaken(first);
    await first.close();
    expect(await readFile(join(certDir, 'apiserver.crt'), 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(await readFile(join(certDir, 'apiserver.key'), 'utf8')).toContain('PRIVATE KEY');
    const second = await TestServer.start({ certDir, dataDir });
    expect((await shaken(second)).fingerprint).toBe(fingerprint);
  });

  /** A client with the administrator's configuration file. */
  const byAdminConfig = async (server: TestServer) => {
    const text = await readFile(server.server.adminConfigPath, 'utf8');
    const of = (key: string) => Buffer.from(new RegExp(`${key}: (\\S+)`).exec(text)![1]!, 'base64').toString();
    const pair = { cert: of('client-certificate-data'), key: of('client-key-data') };
    const connect = { ...pair, ca: of('certificate-authority-data'), allowPartialTrustChain: true };
    const dispatcher = new Agent({ connect });
    try {
      return (await request(`${server.server.url}/api/v1/namespaces`, { dispatcher })).statusCode;
    } finally {
      await dispatcher.destroy();
    }
  };
  const selfSigned = async (name: string): Promise<Pair> => {
    const own = await OpensslAuthority.create(name, 'IP:127.0.0.1');
    const pair = { cert: own.pem, key: await own.keyPem() };
    await own.remove();
    return pair;
  };
  const kinds: [string, () => Promise<Pair>][] = [
    ['self-signed', () => selfSigned('mine')],
    ['of an authority that is not in the file', () => pairOf('mine', 'IP:127.0.0.1')],
    ['with the chain of its authority', async () => {
      const { cert, key } = await pairOf('mine', 'IP:127.0.0.1');
      return { cert: cert + authority.pem, key };
    }],
  ]; // prettier-ignore
  it.each(kinds)(
    'D-012 a pair %s in --cert-dir is served, never replaced, and trusted by admin.conf',
    async (_kind, make) => {
      const certDir = await mkdtemp(join(directory, 'mine-'));
      const [certificate, key] = [join(certDir, 'apiserver.crt'), join(certDir, 'apiserver.key')];
      const pair = await make();
      await Promise.all([writeFile(certificate, pair.cert), writeFile(key, pair.key)]);
      for (let start = 0; start < 2; start++) {
        const server = await TestServer.start({ certDir, dataDir: join(certDir, 'data') });
        expect((await shaken(server)).name).toBe('mine');
        expect(await byAdminConfig(server)).toBe(200);
        await server.close();
        expect([await readFile(certificate, 'utf8'), await readFile(key, 'utf8')]).toEqual([pair.cert, pair.key]);
      }
    },
  );

  it('D-012 D-015 renews a generated pair for another address, and reloads a pair that replaces it', async () => {
    const dataDir = join(directory, 'renewed');
    const at = (name: string) => join(dataDir, 'pki', name);
    await (await TestServer.start({ dataDir })).close();
    const first = await readFile(at('apiserver.crt'), 'utf8');
    const { log, again } = heardBy();
    const server = await TestServer.start({ dataDir, externalHostname: 'api.example' }, { log });
    expect(await readFile(at('apiserver.crt'), 'utf8')).not.toBe(first);
    const mine = await selfSigned('mine');
    const heard = again();
    await Promise.all([writeFile(at('apiserver.crt'), mine.cert), writeFile(at('apiserver.key'), mine.key)]);
    await heard;
    expect((await shaken(server)).name).toBe('mine');
    await server.close();
    const third = await TestServer.start({ dataDir, externalHostname: 'other.example' });
    expect((await shaken(third)).name).toBe('mine');
    expect(await readFile(at('apiserver.key'), 'utf8')).toBe(mine.key);
  });

  it('D-012 ignores --cert-dir with --tls-cert-file', async () => {
    const certDir = await mkdtemp(join(directory, 'ignored-'));
    await writeFile(join(certDir, 'apiserver.crt'), 'garbage');
    const [tlsCertFile, tlsPrivateKeyFile] = (await put('flag', await pairOf('flag', 'IP:127.0.0.1'))).split(',');
    const server = await TestServer.start({
      certDir,
      tlsCertFile: tlsCertFile!,
      tlsPrivateKeyFile: tlsPrivateKeyFile!,
    });
    expect((await shaken(server)).name).toBe('flag');
    expect(await byAdminConfig(server)).toBe(200);
  });

  it('D-018 renews a pair of a previous authority, and writes keys of the administrator in a format that all clients read', async () => {
    const dataDir = join(directory, 'exchanged');
    const at = (name: string) => join(dataDir, 'pki', name);
    await (await TestServer.start({ dataDir })).close();
    const first = await readFile(at('apiserver.crt'), 'utf8');
    await Promise.all([rm(at('ca.crt')), rm(at('ca.key'))]);
    const server = await TestServer.start({ dataDir });
    expect(await readFile(at('apiserver.crt'), 'utf8')).not.toBe(first);
    expect(await byAdminConfig(server)).toBe(200);
    const { cert, key } = await server.adminPair();
    for (const pem of [key, await readFile(at('ca.key'), 'utf8'), await readFile(at('apiserver.key'), 'utf8')]) {
      expect(pem).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
    }
    await server.close();
    // The format of earlier releases.
    const path = join(dataDir, 'admin.conf');
    const pkcs8 = createPrivateKey(key).export({ type: 'pkcs8', format: 'pem' }).toString();
    const text = await readFile(path, 'utf8');
    const base64 = (pem: string) => Buffer.from(pem).toString('base64');
    await writeFile(path, text.replace(base64(key), base64(pkcs8)));
    const later = await TestServer.start({ dataDir });
    expect(await later.adminPair()).toEqual({ cert, key });
  });

  describe('bounds of the handshake', () => {
    const tls12 = { maxVersion: 'TLSv1.2' } as const;
    it('D-013 --tls-cipher-suites bounds TLS 1.2', async () => {
      const server = await TestServer.start({ tlsCipherSuites: [SUITE] });
      expect(await shaken(server, tls12)).toMatchObject({ protocol: 'TLSv1.2', cipher: SUITE });
      await expect(shaken(server, { ...tls12, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })).rejects.toThrow(
        /handshake failure/,
      );
      expect(await shaken(server)).toMatchObject({ protocol: 'TLSv1.3' });
    });
    it('D-013 only suites of TLS 1.3 disable older versions', async () => {
      const server = await TestServer.start({ tlsCipherSuites: ['TLS_CHACHA20_POLY1305_SHA256'] });
      expect(await shaken(server)).toMatchObject({ cipher: 'TLS_CHACHA20_POLY1305_SHA256' });
      await expect(shaken(server, { ciphers: 'TLS_AES_128_GCM_SHA256' })).rejects.toThrow(/handshake failure/);
      await expect(shaken(server, tls12)).rejects.toThrow(/protocol version/);
    });
    it('D-013 rejects TLS 1.1 always, and 1.2 with VersionTLS13', async () => {
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      await expect(shaken(await TestServer.start(), old)).rejects.toThrow(/protocol version/);
      const strict = await TestServer.start({ tlsMinVersion: 'VersionTLS13' });
      await expect(shaken(strict, tls12)).rejects.toThrow(/protocol version/);
      expect((await shaken(strict)).protocol).toBe('TLSv1.3');
    });
  });

  describe.each([false, true])('pairs with names (HTTP/2: %s)', (http2) => {
    it('D-014 selects the certificate by SNI', async () => {
      const tlsSniCertKeys = [
        await put('own', await pairOf('own', 'DNS:found.example,DNS:both.example,DNS:*.wild.example')),
        `${await put('named', await pairOf('named', 'DNS:unused.example'))}:both.example,*.example,deep.wild.example`,
        await put('bare', await pairOf('bare.test')),
      ];
      const server = await TestServer.start({ tlsSniCertKeys, http2 });
      const nameFor = async (servername?: string) =>
        (await shaken(server, servername === undefined ? {} : { servername })).name;
      expect(await nameFor()).toBe('orch-apiserver');
      expect(await nameFor('found.example')).toBe('own');
      expect(await nameFor('FOUND.example')).toBe('own');
      expect(await nameFor('both.example')).toBe('named'); // configured names take precedence over names of a certificate
      expect(await nameFor('other.example')).toBe('named');
      expect(await nameFor('a.wild.example')).toBe('own');
      expect(await nameFor('deep.wild.example')).toBe('named'); // an exact name takes precedence over a wildcard
      expect(await nameFor('a.b.wild.example')).toBe('orch-apiserver'); // a wildcard matches one label
      expect(await nameFor('unused.example')).toBe('named'); // by *.example: configured names replace those of the certificate
      expect(await nameFor('bare.test')).toBe('bare.test'); // common name, without alternative names
      const agent = await whoIs(server, [], {
        ...(await server.adminPair()),
        servername: 'found.example',
        rejectUnauthorized: false,
      });
      expect(agent).toMatchObject({ groups: expect.arrayContaining(['system:masters']) });
    });
  });

  it('D-014 D-015 reloads an SNI pair', async () => {
    const { log, again } = heardBy();
    const value = await put('follow', await pairOf('one', 'DNS:follow.example'));
    const server = await TestServer.start({ tlsSniCertKeys: [value] }, { log });
    const name = async () => (await shaken(server, { servername: 'follow.example' })).name;
    expect(await name()).toBe('one');
    let heard = again();
    await put('follow', await pairOf('two', 'DNS:follow.example'));
    await heard;
    expect(await name()).toBe('two');
    heard = again();
    await writeFile(value.split(',')[1]!, 'no key');
    expect(await heard).toBe('failed');
    expect(await name()).toBe('two');
  });

  it.each([
    ['a pair that does not belong together', async () => {
      const [one, two] = await Promise.all([pairOf('a'), pairOf('b')]);
      return { tlsSniCertKeys: [await put('torn', { cert: one.cert, key: two.key })] };
    }, '--tls-sni-cert-key'],
    ['an authority of clients without certificates', async () => {
      await writeFile(join(directory, 'empty.crt'), 'nothing');
      return { clientCaFile: join(directory, 'empty.crt') };
    }, '--client-ca-file'],
  ] as const)('D-014 D-016 does not start with %s', async (_what, options, flag) =>
    expect(startApiServer({ securePort: 0, dataDir: join(directory, 'never'), ...(await options()) })).rejects.toThrow(flag)); // prettier-ignore

  describe('client certificates', () => {
    const versions: ReadonlyArray<[string, ConnectionOptions]> = [['TLSv1.2', { maxVersion: 'TLSv1.2' }], ['TLSv1.3', { minVersion: 'TLSv1.3' }]]; // prettier-ignore
    it.each(versions)(
      'D-016 D-018 over %s an invalid one gets 401, not a failed handshake',
      async (_version, bounds) => {
        const clients = await OpensslAuthority.create('clients');
        const other = await OpensslAuthority.create('clients');
        const server = await TestServer.start({ clientCaFile: clients.file });
        const between = await clients.intermediate('between');
        const leaf = await between.issue({ subject: '/CN=jane/O=dev/O=ops' });
        const bad: Array<[string, Pair]> = [
          ['expired', await clients.issue({ subject: '/CN=jane', days: -1 })],
          ['foreign', await other.issue({ subject: '/CN=jane' })],
          ['server-auth-only', await clients.issue({ subject: '/CN=jane', usage: 'serverAuth' })],
          ['without its intermediate', leaf],
          ['without a common name', await clients.issue({ subject: '/O=dev' })],
        ];
        for (const [name, pair] of bad) {
          const { code, json } = await sendRaw(server, 'GET /version', [], { ...pair, ...bounds });
          expect([name, code, json.reason]).toEqual([name, 401, 'Unauthorized']);
        }
        expect(await whoIs(server, [], { ...leaf, cert: leaf.cert + between.pem, ...bounds })).toEqual({ username: 'jane', groups: ['dev', 'ops', 'system:authenticated'] }); // prettier-ignore
        expect((await sendRaw(server, 'GET /version', [], bounds)).code).toBe(200);
        await Promise.all([clients, other, between].map((one) => one.remove()));
      },
    );

    it.each(versions)('D-016 D-018 over %s an intermediate may be a trusted CA', async (_version, bounds) => {
      const root = await OpensslAuthority.create('root');
      const between = await root.intermediate('between');
      const clientCaFile = join(directory, 'below.crt');
      await writeFile(clientCaFile, between.pem);
      const { log, again } = heardBy();
      const server = await TestServer.start({ clientCaFile }, { log });
      const leaf = await between.issue({ subject: '/CN=jane' });
      const sibling = await root.issue({ subject: '/CN=eve' });
      const expired = await between.issue({ subject: '/CN=jane', days: -1 });
      const found = async () => [
        await whoIs(server, [], { ...leaf, ...bounds }),
        await whoIs(server, [], { ...sibling, ...bounds }),
        await whoIs(server, [], { ...expired, ...bounds }),
      ];
      const want = [{ username: 'jane', groups: ['system:authenticated'] }, 401, 401];
      expect(await found()).toEqual(want);
      const heard = again();
      await writeFile(clientCaFile, `${between.pem}\n${sibling.cert}`); // a certificate in the file that is not a CA
      await heard;
      expect(await found()).toEqual(want);
      await Promise.all([root, between].map((one) => one.remove()));
    });

    it.each(versions)(
      'D-018 over %s a resumed session has the same user, with intermediates',
      async (_version, bounds) => {
        const clients = await OpensslAuthority.create('clients');
        const between = await clients.intermediate('between');
        const leaf = await between.issue({ subject: '/CN=jane' });
        const server = await TestServer.start({ clientCaFile: clients.file });
        const { hostname, port } = new URL(server.server.url);
        let session: Buffer | undefined;
        const ask = async () => {
          const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ...leaf, cert: leaf.cert + between.pem, session: session!, ...bounds }); // prettier-ignore
          socket.on('session', (next) => (session = next));
          socket.write('GET /api/v1/namespaces HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
          let text = '';
          socket.on('data', (chunk) => (text += String(chunk)));
          await once(socket, 'close');
          return text;
        };
        for (let i = 0; i < 3; i++) expect(await ask()).toContain('User \\"jane\\" cannot list');
        expect(session).toBeDefined();
        await Promise.all([clients, between].map((one) => one.remove()));
      },
    );

    it('D-015 applies changed CAs at once, also to open connections', async () => {
      const [one, two] = await Promise.all([OpensslAuthority.create('one'), OpensslAuthority.create('two')]);
      const { log, again } = heardBy();
      const clientCaFile = join(directory, 'followed-clients.crt');
      await writeFile(clientCaFile, one.pem);
      const server = await TestServer.start({ clientCaFile }, { log });
      const [jane, bob] = await Promise.all([one.issue({ subject: '/CN=jane' }), two.issue({ subject: '/CN=bob' })]);
      const kept = server.agent(jane);
      const codeOf = async (pair: Pair) => (await sendRaw(server, 'GET /version', [], pair)).code;
      const keptCode = async () => (await server.call('/version', { agent: kept })).code;
      expect([await keptCode(), await codeOf(jane), await codeOf(bob)]).toEqual([200, 200, 401]);
      let heard = again();
      await writeFile(clientCaFile, one.pem + two.pem);
      await heard;
      expect([await keptCode(), await codeOf(jane), await codeOf(bob)]).toEqual([200, 200, 200]);
      heard = again();
      await writeFile(clientCaFile, two.pem);
      await heard;
      expect([await keptCode(), await codeOf(jane), await codeOf(bob)]).toEqual([401, 401, 200]);
      heard = again();
      await writeFile(clientCaFile, 'broken');
      expect(await heard).toBe('failed');
      expect([await codeOf(jane), await codeOf(bob)]).toEqual([401, 200]);
      expect((await server.call('/version', { agent: await server.admin() })).code).toBe(200);
      await Promise.all([one, two].map((authority) => authority.remove()));
    });
  });
});
