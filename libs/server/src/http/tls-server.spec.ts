import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { TlsContexts } from '../certificates/tls-contexts.js';
import { createTlsServer } from './tls-server.js';

const contexts = async (): Promise<TlsContexts> => {
  const authority = { commonName: 'test', notBeforeMs: systemClock.now(), validityDays: 1 };
  const { certificatePem, privateKeyPem } = await createCertificateAuthority(authority);
  const material = {
    ...{ certificatePem, privateKeyPem, sni: [], trustPem: certificatePem },
    authorities: { clients: [certificatePem], proxies: [] },
  };
  return new TlsContexts(material, { minVersion: 'VersionTLS12', cipherSuites: [] });
};

describe.each([false, true])('createTlsServer, HTTP/2: %s', (http2) => {
  it.each([
    [1_000, 60_000],
    [300_000, 300_000],
  ])('with requests that time out after %i ms a body has %i ms', async (requestTimeoutMs, bodyMs) => {
    const server = createTlsServer({ contexts: await contexts(), http2, requestTimeoutMs }, () => undefined);
    expect(server.requestTimeout).toBe(bodyMs);
  });

  it('refuses a key exchange with a finite field, which may take long', async () => {
    const server = createTlsServer({ contexts: await contexts(), http2, requestTimeoutMs: 1_000 }, () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, rejectUnauthorized: false, ecdhCurve: 'ffdhe2048' });
    await expect(once(client, 'secureConnect')).rejects.toThrow('handshake failure');
    server.close();
  });
});
