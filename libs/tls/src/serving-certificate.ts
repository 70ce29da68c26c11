import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@orch/apimachinery';
import type { CertificateAndKey } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { advertisedAddress } from './advertised-address.js';
import { parseExternalHostname } from './external-hostname.js';
import { readText } from '@orch/process';
import { isAuthorityOf, pkiDirectory } from './data-dir-keys.js';
import type { WantedCertificate } from './issued-certificate.js';
import type { TlsMaterialOptions, TlsOptions } from './tls-options.js';
import { checkServingPair, isMadeByServer, keptServingPair, type ServingFiles } from './kept-serving-pair.js';

/** Host names and IP addresses of the serving certificate. */
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

/** Files of the serving pair when no flags name others. */
export function servingFiles({ certDir, dataDir }: Pick<TlsOptions, 'certDir' | 'dataDir'>): ServingFiles {
  const directory = certDir ?? pkiDirectory(dataDir);
  return { certificate: join(directory, 'apiserver.crt'), key: join(directory, 'apiserver.key') };
}

/**
 * The serving pair: the files named in the options, or those in `certDir`, generated when missing (D-011, D-012).
 * @throws TlsMaterialError; errors of the file system.
 */
export async function servingCertificate(
  options: TlsMaterialOptions,
  ca: CertificateAndKey,
  vocabulary: Vocabulary,
  clock: Clock,
): Promise<CertificateAndKey> {
  const { tlsCertFile, tlsPrivateKeyFile } = options;
  if (tlsCertFile !== undefined && tlsPrivateKeyFile !== undefined) {
    const [certificatePem, privateKeyPem] = await Promise.all([readText(tlsCertFile), readText(tlsPrivateKeyFile)]);
    const pair = { certificatePem, privateKeyPem };
    checkServingPair(pair, `--tls-cert-file=${tlsCertFile} and --tls-private-key-file=${tlsPrivateKeyFile}`);
    return pair;
  }
  const wanted: WantedCertificate = {
    commonName: `${vocabulary.product}-apiserver`,
    organizations: [],
    hosts: [
      ...new Set([
        ...servingHosts(options.bindAddress, vocabulary),
        advertisedAddress(options),
        ...externalHosts(options),
        ...options.serviceAddresses,
      ]),
    ],
    usage: 'server auth',
  };
  // In the data directory a pair of a previous authority is renewed; elsewhere it may belong to the operator.
  const isPreviousAuthority = (issuer: string): boolean =>
    options.certDir === undefined && isAuthorityOf(vocabulary.product, issuer, 'generated');
  const isMadeHere = (pem: string): boolean => isMadeByServer(pem, ca, wanted, isPreviousAuthority);
  return keptServingPair(servingFiles(options), ca, wanted, isMadeHere, clock);
}

const externalHosts = ({ externalHostname }: TlsOptions): string[] =>
  externalHostname === undefined ? [] : [parseExternalHostname(externalHostname).host];

/** Whether a host name is valid in a certificate: some machines have names with underscores, or none. */
const isNamed = (host: string): boolean => /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/i.test(host) && !host.includes('..');
