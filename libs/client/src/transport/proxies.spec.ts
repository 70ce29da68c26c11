import type { Socket } from 'node:net';
import { FakeApiServer } from '@orch/client-testing';
import type { Dispatcher } from 'undici';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import { makeTestCertificates, type TestCertificates } from '../testing/test-certificates.js';
import { startBrokenProxy, startHttpProxy, startSocks5Proxy, type TestProxy } from '../testing/test-proxies.js';
import { connectionsTo } from './connections.js';

const PATH = '/api/v1/namespaces/default/configmaps';

let certificates: TestCertificates;
let plain: FakeApiServer;
let secure: FakeApiServer;
const open: Dispatcher[] = [];
const proxies: TestProxy[] = [];

beforeAll(async () => {
  certificates = await makeTestCertificates();
  const { ca, server } = certificates;
  plain = await FakeApiServer.start();
  secure = await FakeApiServer.start({ tls: { ...server, ca, requestCert: true, rejectUnauthorized: false } });
});
afterEach(async () => {
  for (const dispatcher of open.splice(0)) await dispatcher.destroy();
  for (const proxy of proxies.splice(0)) await proxy.close();
  plain.reset();
  secure.reset();
});
afterAll(async () => {
  await plain.stop();
  await secure.stop();
});

const started = async (starting: Promise<TestProxy>): Promise<TestProxy> => {
  const proxy = await starting;
  proxies.push(proxy);
  return proxy;
};
type Target = Pick<ClientConfiguration, 'server' | 'tls' | 'proxyUrl'>;
/** Status of a request; its server has a name that only the proxy can reach. */
const ask = async (target: Target, environment: Record<string, string> = {}): Promise<number> => {
  const connections = connectionsTo(target, { connections: 4 }, environment);
  open.push(connections);
  const { statusCode, body } = await connections.request({ origin: target.server, path: PATH, method: 'GET' });
  await body.dump();
  return statusCode;
};
const secureTarget = (proxyUrl?: string): Target => ({
  server: 'https://server.test:6443',
  tls: { ca: certificates.ca, ...certificates.client },
  ...(proxyUrl === undefined ? {} : { proxyUrl }),
});

describe('over HTTP', () => {
  it('D-127 tunnels to the server, whose certificate is checked', async () => {
    const proxy = await started(startHttpProxy(secure.url));
    expect(await ask(secureTarget(proxy.url))).toBe(200);
    expect(proxy.asked).toEqual(['CONNECT server.test:6443 HTTP/1.1']);
    expect(secure.requests[0]).toMatchObject({ peerName: 'tester', peerTrusted: true });
    await expect(ask({ ...secureTarget(proxy.url), server: 'https://other.test' })).rejects.toThrow('other.test');
  });

  it('D-127 the tls-server-name of the cluster holds behind it', async () => {
    const proxy = await started(startHttpProxy(secure.url));
    const target = { ...secureTarget(proxy.url), server: 'https://other.test' };
    expect(await ask({ ...target, tls: { ...target.tls, serverName: 'server.test' } })).toBe(200);
  });

  it('sends user and password of its URL', async () => {
    const proxy = await started(startHttpProxy(secure.url));
    await ask(secureTarget(proxy.url.replace('//', '//user:pass@')));
    expect(proxy.asked).toEqual(['CONNECT server.test:6443 HTTP/1.1 proxy-authorization: Basic dXNlcjpwYXNz']);
  });

  it('a path of its URL has no meaning', async () => {
    const proxy = await started(startHttpProxy(secure.url));
    expect(await ask(secureTarget(`${proxy.url}/a/b?c`))).toBe(200);
  });

  /** Proxies that give no tunnel. */
  const broken = [
    { name: 'closes the connection', onHead: (client: Socket) => client.destroy(), want: 'without an answer' },
    { name: 'refuses', onHead: (client: Socket) => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'), want: '502' },
  ];
  for (const { name, onHead, want } of broken) {
    it(`a proxy that ${name} is asked once, and the request fails`, async () => {
      const proxy = await started(startBrokenProxy(onHead));
      for (const target of [secureTarget(proxy.url), { server: 'http://server.test', tls: {}, proxyUrl: proxy.url }]) {
        proxy.asked.length = 0;
        await expect(ask(target)).rejects.toThrow(want);
        expect(proxy.asked).toHaveLength(1);
      }
    });
  }

  it('the failure does not show the password of its URL', async () => {
    const proxy = await started(startBrokenProxy((client) => client.destroy()));
    const failed = ask(secureTarget(proxy.url.replace('//', '//user:secret@'))).catch((error: unknown) => error);
    expect(await failed).toMatchObject({ code: 'Unreachable', message: expect.not.stringContaining('secret') });
  });
});

describe('over HTTPS', () => {
  it('D-127 tunnels through a proxy with a certificate of the CA of the cluster', async () => {
    const proxy = await started(startHttpProxy(secure.url, certificates.server));
    expect(await ask(secureTarget(proxy.url))).toBe(200);
    expect(proxy.asked).toEqual(['CONNECT server.test:6443 HTTP/1.1']);
  });

  it('does not send anything through a proxy of an unknown CA', async () => {
    const { server } = await makeTestCertificates();
    const proxy = await started(startHttpProxy(secure.url, server));
    await expect(ask(secureTarget(proxy.url))).rejects.toThrow();
    expect(proxy.asked).toEqual([]);
  });
});

describe('SOCKS5', () => {
  const inHex = (host: string, port: number): string => {
    const name = Buffer.from(host);
    return Buffer.from([3, name.length, ...name, port >> 8, port & 255]).toString('hex');
  };

  it('D-127 connects to the server by name, whose certificate is checked', async () => {
    const proxy = await started(startSocks5Proxy(secure.url));
    expect(await ask(secureTarget(proxy.url))).toBe(200);
    expect(proxy.asked).toEqual([inHex('server.test', 6443)]);
    expect(secure.requests[0]).toMatchObject({ peerName: 'tester', peerTrusted: true });
    await expect(ask({ ...secureTarget(proxy.url), server: 'https://other.test' })).rejects.toThrow('other.test');
  });

  it('D-127 connects without TLS', async () => {
    const proxy = await started(startSocks5Proxy(plain.url));
    expect(await ask({ server: 'http://server.test', tls: {}, proxyUrl: proxy.url })).toBe(200);
    expect(proxy.asked).toEqual([inHex('server.test', 80)]);
  });

  it.each([
    ['http://10.1.2.3:258', '010a0102030102'],
    ['http://[fd00::12:3]:258', '04fd000000000000000000000000120003' + '0102'],
    ['http://[::1]:258', '0400000000000000000000000000000001' + '0102'],
  ])('connects to the address of %s', async (server, asked) => {
    const proxy = await started(startSocks5Proxy(plain.url));
    expect(await ask({ server, tls: {}, proxyUrl: proxy.url })).toBe(200);
    expect(proxy.asked).toEqual([asked]);
  });

  it('authenticates with user and password of its URL', async () => {
    const proxy = await started(startSocks5Proxy(plain.url, { account: ['me', 'p:w'] }));
    const target = { server: 'http://server.test', tls: {} };
    expect(await ask({ ...target, proxyUrl: proxy.url.replace('//', '//me:p%3Aw@') })).toBe(200);
    const refused = ask({ ...target, proxyUrl: proxy.url.replace('//', '//me:SECRET@') });
    const error = await refused.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'Unreachable',
      message: expect.stringContaining('refuses the user or the password'),
    });
    expect(String(error)).not.toContain('SECRET');
    await expect(ask({ ...target, proxyUrl: proxy.url })).rejects.toThrow('it wants another authentication');
  });

  it.each([
    [{ reply: 5 }, 'connection refused'],
    [{ reply: 99 }, 'reply 99'],
    [{ closes: true }, 'it closed the connection'],
    [{ isHttp: true }, 'it does not speak SOCKS5'],
  ])('a proxy that behaves as %j is Unreachable', async (behaviour, why) => {
    const { url } = await started(startSocks5Proxy(plain.url, behaviour));
    await expect(ask({ server: 'http://server.test', tls: {}, proxyUrl: url })).rejects.toMatchObject({
      code: 'Unreachable',
      message: `the proxy ${url} gives no connection to server.test:80 (${why})`,
    });
  });

  it('a proxy that does not listen is Unreachable', async () => {
    const proxy = await startSocks5Proxy(plain.url);
    await proxy.close();
    await expect(ask({ server: 'http://server.test', tls: {}, proxyUrl: proxy.url })).rejects.toMatchObject({
      code: 'Unreachable',
    });
  });
});

describe('of the environment', () => {
  it('D-127 HTTPS_PROXY is used', async () => {
    const proxy = await started(startHttpProxy(secure.url));
    expect(await ask(secureTarget(), { HTTPS_PROXY: proxy.url })).toBe(200);
    expect(proxy.asked).toHaveLength(1);
  });

  it('D-127 the proxy-url of the cluster precedes HTTPS_PROXY', async () => {
    const [own, other] = [await started(startHttpProxy(secure.url)), await started(startHttpProxy(secure.url))];
    expect(await ask(secureTarget(own.url), { HTTPS_PROXY: other.url })).toBe(200);
    expect([own.asked.length, other.asked.length]).toEqual([1, 0]);
  });

  it('D-127 a server in NO_PROXY is reached without it', async () => {
    const proxy = await started(startHttpProxy(secure.url));
    const server = secure.url.replace('127.0.0.1', '0.0.0.0');
    const target = { ...secureTarget(), server, tls: { ...secureTarget().tls, serverName: 'server.test' } };
    expect(await ask(target, { HTTPS_PROXY: proxy.url, NO_PROXY: '0.0.0.0' })).toBe(200);
    expect(proxy.asked).toEqual([]);
    expect(await ask(target, { HTTPS_PROXY: proxy.url })).toBe(200);
    expect(proxy.asked).toHaveLength(1);
  });
});
