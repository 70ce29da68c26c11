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

/** Where the pair lies that is served without flags. */
export function servingFiles({ certDir, dataDir }: Pick<TlsOptions, 'certDir' | 'dataDir'>): ServingFiles {
  const directory = certDir ?? pkiDirectory(dataDir);
  return { certificate: join(directory, 'apiserver.crt'), key: join(directory, 'apiserver.key') };
}

/**
 * The pair the listener serves: the files named in the options, or those in `certDir`, made where there are none (D-011, D-012).
 * @throws TlsMaterialError; what the file system says.
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
  // In the data directory a pair of an authority that was there before is made anew; elsewhere it may be somebody's.
  const ofOthers = (issuer: string): boolean =>
    options.certDir === undefined && isAuthorityOf(vocabulary.product, issuer, 'generated');
  const isMadeHere = (pem: string): boolean => isMadeByServer(pem, ca, wanted, ofOthers);
  return keptServingPair(servingFiles(options), ca, wanted, isMadeHere, clock);
}

const externalHosts = ({ externalHostname }: TlsOptions): string[] =>
  externalHostname === undefined ? [] : [parseExternalHostname(externalHostname).host];

/** A host name that can stand in a certificate: machines are sometimes named with underscores or not at all. */
const isNamed = (host: string): boolean => /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/i.test(host) && !host.includes('..');
