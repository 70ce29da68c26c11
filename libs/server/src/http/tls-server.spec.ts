import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { TlsContexts } from '../certificates/tls-contexts.js';
import { createTlsServer } from './tls-server.js';

describe.each([false, true])('createTlsServer, HTTP/2: %s', (http2) => {
  it.each([
    [1_000, 60_000],
    [300_000, 300_000],
  ])('with requests that time out after %i ms a body has %i ms', async (requestTimeoutMs, bodyMs) => {
    const authority = { commonName: 'test', notBeforeMs: systemClock.now(), validityDays: 1 };
    const { certificatePem, privateKeyPem } = await createCertificateAuthority(authority);
    const material = {
      ...{ certificatePem, privateKeyPem, sni: [], trustPem: certificatePem },
      authorities: { clients: [certificatePem], proxies: [] },
    };
    const contexts = new TlsContexts(material, { minVersion: 'VersionTLS12', cipherSuites: [] });
    const server = createTlsServer({ contexts, http2, requestTimeoutMs }, () => undefined);
    expect(server.requestTimeout).toBe(bodyMs);
  });
});
