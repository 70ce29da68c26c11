import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import type { RedisCertificates } from './redis-options.js';

/** An authority of its own, a server's certificate for 127.0.0.1 and `localhost`, and a client's. Valid for a day. */
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
      // Replicas and members of a cluster are clients of one another.
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
