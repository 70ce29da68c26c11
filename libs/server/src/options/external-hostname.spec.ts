import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestServer, SharedServers } from '@orch/server-testing';
import { ExternalHostnameError, parseExternalHostname } from '@orch/tls';
import { externalUrl } from '../bootstrap/server-url.js';

describe('parseExternalHostname', () => {
  const rows: [text: string, url: string][] = [
    ['api.example.com', 'https://api.example.com:6443'],
    ['API.Example.com:443', 'https://api.example.com:443'],
    ['balancer', 'https://balancer:6443'],
    ['10.1.2.3:8443', 'https://10.1.2.3:8443'],
    ['fd00::1', 'https://[fd00::1]:6443'],
    ['[fd00::1]', 'https://[fd00::1]:6443'],
    ['[fd00::1]:443', 'https://[fd00::1]:443'],
  ];
  it.each(rows)('%s is %s', (text, url) => expect(externalUrl(text, 6_443)).toBe(url));

  const wrong = [
    '',
    ':443',
    'a:',
    'a:0',
    'a:65536',
    'https://a',
    'a/b',
    'a b',
    '-a',
    'a..b',
    'a_b',
    '[a]',
    '[::1',
    'a:b',
  ];
  it.each([...wrong, 'fd00::1:x', 'a'.repeat(254)])('rejects %j', (text) =>
    expect(() => parseExternalHostname(text)).toThrow(ExternalHostnameError),
  );
});

describe('a server with --external-hostname', () => {
  const CLUSTER_INFO = '/api/v1/namespaces/orch-public/configmaps/cluster-info';
  const namedIn = async (server: TestServer) => {
    const { json } = await server.call(CLUSTER_INFO);
    return /server: "([^"]*)"/.exec((json['data'] as Record<string, string>)['orchconfig']!)![1];
  };
  afterEach(() => TestServer.closeAll());

  it('publishes the name in cluster-info and OpenID discovery, with its own port, and serves a certificate for it', async () => {
    const server = await TestServer.start({ externalHostname: 'api.example.com' });
    const port = new URL(server.server.url).port;
    expect(await namedIn(server)).toBe(`https://api.example.com:${port}`);
    const { json } = await server.call('/.well-known/openid-configuration', { agent: await server.admin() });
    expect(json['jwks_uri']).toBe(`https://api.example.com:${port}/openid/v1/jwks`);
    const certificate = new X509Certificate(await readFile(join(server.dataDir, 'pki', 'apiserver.crt')));
    expect(certificate.checkHost('api.example.com')).toBe('api.example.com');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  });

  it('behind a load balancer all servers publish that name, whichever started last', async () => {
    const shared = await SharedServers.open();
    try {
      for (const name of ['first', 'second']) {
        const server = await shared.start(name, { externalHostname: '[fd00::1]:443' });
        expect(await namedIn(server)).toBe('https://[fd00::1]:443');
        const certificate = new X509Certificate(await readFile(join(server.dataDir, 'pki', 'apiserver.crt')));
        expect(certificate.checkIP('fd00::1')).toBe('fd00::1');
      }
    } finally {
      await shared.close();
    }
  });
});
