import 'reflect-metadata';
import { once } from 'node:events';
import { KeyObject, X509Certificate, webcrypto } from 'node:crypto';
import { connect, type SecureVersion } from 'node:tls';
import { BasicConstraintsExtension, X509CertificateGenerator, cryptoProvider } from '@peculiar/x509';
import { TestServer } from '@orch/server-testing';

const DAY_MS = 86_400_000;
/** The algorithm of our CA: OpenSSL would not try a key of another one. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/**
 * A client certificate of a CA with that subject. It has no authority key identifier, so OpenSSL matches the subject
 * only.
 */
async function issuedBy(issuer: string): Promise<{ cert: string; key: string }> {
  cryptoProvider.set(webcrypto);
  const [authority, client] = await Promise.all([generateKeys(), generateKeys()]);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '01',
    subject: 'CN=eve',
    issuer,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    publicKey: client.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(false)],
  });
  const key = KeyObject.from(client.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { cert: certificate.toString('pem'), key: String(key) };
}

/**
 * OpenSSL finds the issuer by its name, fails on the signature, and reports it again while the first request is read.
 */
describe('a certificate of a foreign CA with the subject of our CA', () => {
  let server: TestServer;
  let pair: { cert: string; key: string };
  beforeAll(async () => {
    server = await TestServer.start();
    pair = await issuedBy(new X509Certificate(server.caPem).subject);
  });
  afterAll(() => TestServer.closeAll());

  /** All received bytes until the connection ends, for `count` equal requests sent at once. */
  async function talk(maxVersion: SecureVersion, request: string, count = 1): Promise<string> {
    const { hostname, port } = new URL(server.server.url);
    const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, maxVersion, ...pair });
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', (error: NodeJS.ErrnoException) => (text += String(error.code)));
    socket.write(request.repeat(count)); // before the handshake: sent with its last flight
    await once(socket, 'close');
    return text;
  }
  const requestOf = (line: string, body = '', headers = '') =>
    `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

  const requests = [
    { name: 'a GET', text: requestOf('GET /version') },
    { name: 'a request of a resource', text: requestOf('GET /api/v1/namespaces') },
    { name: 'a POST with a body', text: requestOf('POST /api/v1/namespaces', '{}') },
    { name: 'a POST with a long body', text: requestOf('POST /api/v1/namespaces', 'x'.repeat(200_000)) },
    { name: 'a request that also has a token', text: requestOf('GET /version', '', 'Authorization: Bearer a.b\r\n') },
  ];
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    for (const { name, text } of requests) {
      it(`D-004 D-018 ${name} over ${version} is 401`, async () => {
        const answer = await talk(version, text);
        expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
        expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
        expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'Unauthorized',
          reason: 'Unauthorized',
          code: 401,
        });
      });
    }
  }
});
