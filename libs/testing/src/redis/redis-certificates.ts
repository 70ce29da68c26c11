import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import type { RedisCertificates } from './redis-options.js';

/** A new authority, a server certificate for 127.0.0.1 and `localhost`, and a client certificate. Valid for a day. */
export async function makeRedisCertificates(): Promise<RedisCertificates> {
  const validity = { notBeforeMs: Date.now() - 60_000, validityDays: 1 };
  const ca = await createCertificateAuthority({ commonName: 'redis-test-ca', ...validity });
  return {
    ca: ca.certificatePem,
    server: await issueCertificate({
      ca,
      commonName: 'redis',
      ipAddresses: ['127.0.0.1'],
      dnsNames: ['localhost'],
      // Replicas and cluster nodes are clients of each other.
      usages: ['digital signature', 'server auth', 'client auth'],
      ...validity,
    }),
    client: await issueCertificate({
      ca,
      commonName: 'redis-client',
      usages: ['digital signature', 'client auth'],
      ...validity,
    }),
  };
}
