import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { systemClock } from '@orch/apimachinery';
import { HandMadeIssuer, issuersCaPem, RecordedLog } from '@orch/testing';
import { OidcLogin } from './oidc-login.js';

const log = new RecordedLog();
const loginAt = (issuer: string, ca?: string): OidcLogin =>
  new OidcLogin({ issuer, clientId: 'page', clientSecret: undefined, scopes: ['openid'], ca }, systemClock, log);

/** Of the last line of the log. */
const problem = (): string => String(log.lines.at(-1)?.fields['error']);

describe('a hostile issuer of the dashboard', () => {
  it('a TLS handshake of more than 16 KiB is refused before OpenSSL reads it', async () => {
    const record = Buffer.concat([Buffer.from([22, 3, 3, 64, 0]), Buffer.alloc(16_384)]);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(record));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const login = loginAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await login.page()).toBeUndefined();
    expect(problem()).toContain('the TLS handshake of the server is longer than 16 KiB');
    await login.close();
    server.close();
  });

  it('a discovery document in chunks of one byte is not kept as a list of chunks', async () => {
    const issuer = await HandMadeIssuer.start();
    const document = JSON.stringify({
      issuer: issuer.url,
      authorization_endpoint: issuer.url,
      token_endpoint: issuer.url,
    });
    const bytes = document.padEnd(20_000);
    issuer.answers.set('/.well-known/openid-configuration', ({ socket }) =>
      socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${bytes.replace(/./g, '1\r\n$&\r\n')}0\r\n\r\n`),
    );
    const login = loginAt(issuer.url, await issuersCaPem());
    const set = jest.spyOn(Uint8Array.prototype, 'set'); // with which undici joins chunks
    expect(await login.page()).toMatchObject({ authorizationEndpoint: issuer.url });
    expect(set.mock.calls.length).toBeLessThan(1_000);
    set.mockRestore();
    await login.close();
    await HandMadeIssuer.stopAll();
  });

  it('a discovery document of very many levels is not decoded', async () => {
    const issuer = await HandMadeIssuer.start();
    issuer.answers.set('/.well-known/openid-configuration', (_request, response) =>
      response.end(
        JSON.stringify({ issuer: issuer.url }).replace('}', `,"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`),
      ),
    );
    const login = loginAt(issuer.url, await issuersCaPem());
    expect(await login.page()).toBeUndefined();
    expect(problem()).toContain('too deep');
    await login.close();
    await HandMadeIssuer.stopAll();
  });
});
