import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@orch/apimachinery';
import type { CertificateAndKey } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { advertisedAddress } from '../bootstrap/advertised-address.js';
import { parseExternalHostname } from '../bootstrap/external-hostname.js';
import type { ApiServerOptions } from '../options/api-server-options.js';
import { firstServiceAddress, parseClusterIpRanges } from '../service-allocation/service-ranges.js';
import { pkiDirectory } from './data-dir-keys.js';
import { ensureIssued } from './issued-certificate.js';

/** Every name and address under which the server may be called. */
export function servingHosts(bindAddress: string, vocabulary: Vocabulary, host: string = hostname()): string[] {
  const service = vocabulary.apiServerService;
  const namespaced = `${service}.${vocabulary.namespaces.default}`;
  const hosts = [
    'localhost',
    '127.0.0.1',
    '::1',
    service,
    namespaced,
    `${namespaced}.svc`,
    `${namespaced}.svc.cluster.local`,
  ];
  if (isNamed(host)) hosts.push(host.toLowerCase());
  if (!['0.0.0.0', '::'].includes(bindAddress)) hosts.push(bindAddress);
  return [...new Set(hosts)];
}

/** The pair the listener serves: the files named in the options, or one issued into `certDir` (D-011, D-012). */
export async function servingCertificate(
  options: ApiServerOptions,
  ca: CertificateAndKey,
  vocabulary: Vocabulary,
  clock: Clock,
): Promise<CertificateAndKey> {
  if (options.tlsCertFile !== undefined && options.tlsPrivateKeyFile !== undefined) {
    const [certificatePem, privateKeyPem] = await Promise.all([
      readFile(options.tlsCertFile, 'utf8'),
      readFile(options.tlsPrivateKeyFile, 'utf8'),
    ]);
    return { certificatePem, privateKeyPem };
  }
  const directory = options.certDir ?? pkiDirectory(options.dataDir);
  return ensureIssued(
    { certificate: join(directory, 'apiserver.crt'), key: join(directory, 'apiserver.key') },
    ca,
    {
      commonName: `${vocabulary.product}-apiserver`,
      organizations: [],
      hosts: [
        ...new Set([
          ...servingHosts(options.bindAddress, vocabulary),
          advertisedAddress(options),
          ...externalHosts(options),
          ...parseClusterIpRanges(options.serviceClusterIpRanges).map(firstServiceAddress),
        ]),
      ],
      usage: 'server auth',
    },
    clock,
  );
}

const externalHosts = ({ externalHostname }: ApiServerOptions): string[] =>
  externalHostname === undefined ? [] : [parseExternalHostname(externalHostname).host];

/** A host name that can stand in a certificate: machines are sometimes named with underscores or not at all. */
const isNamed = (host: string): boolean => /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/i.test(host) && !host.includes('..');
