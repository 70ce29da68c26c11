import type { Clock } from '@orch/apimachinery';
import type { CertificateAndKey } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { readText } from '@orch/process';
import { clientTrust } from './client-trust.js';
import { belongTogether } from './issued-certificate.js';
import { servingCertificate, servingFiles } from './serving-certificate.js';
import { parseSniFiles, type SniCertificate } from './sni-certificates.js';
import { TlsMaterialError } from './tls-material-error.js';
import type { TlsMaterialOptions, TlsOptions } from './tls-options.js';
import { type AuthorityBundles, certificatesOf } from './trusted-authorities.js';

/** Keys and certificates of handshakes. May change while the server runs. */
export interface TlsMaterial {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** Pairs that SNI selects. */
  readonly sni: readonly SniCertificate[];
  /** The CA bundle for clients of this server, PEM. */
  readonly trustPem: string;
  /** Authorities of client certificates, by their use. */
  readonly authorities: AuthorityBundles;
}

/**
 * Reads the TLS material from the configured files and the data directory.
 * @throws TlsMaterialError, SniFilesError; errors of the file system.
 */
export async function readTlsMaterial(
  options: TlsMaterialOptions,
  authority: CertificateAndKey,
  vocabulary: Vocabulary,
  clock: Clock,
): Promise<TlsMaterial> {
  const { clientCaFile, requestHeader } = options;
  const [serving, sni, clientCa, proxyCa] = await Promise.all([
    servingCertificate(options, authority, vocabulary, clock),
    Promise.all(options.tlsSniCertKeys.map(readSni)),
    clientCaFile === undefined ? undefined : readBundle('client-ca-file', clientCaFile),
    requestHeader === undefined ? undefined : readBundle('requestheader-client-ca-file', requestHeader.clientCaFile),
  ]);
  const clients = [authority.certificatePem, ...(clientCa === undefined ? [] : [clientCa])];
  const proxies = proxyCa === undefined ? [] : [proxyCa];
  if (requestHeader?.allowedNames.length === 0 && overlap(clients, proxies)) {
    throw new TlsMaterialError(
      '--requestheader-client-ca-file has an authority that signs client certificates too, so every client could impersonate ' +
        'any user: set the common names of the proxies with --requestheader-allowed-names, or use another authority',
    );
  }
  return {
    ...serving,
    sni,
    trustPem: clientTrust(serving.certificatePem, authority),
    authorities: { clients, proxies },
  };
}

/** The files that are watched while the server runs (D-015). */
export const followedFiles = (options: TlsOptions): string[] =>
  [
    ...followedPair(options),
    options.clientCaFile,
    options.requestHeader?.clientCaFile,
    ...options.tlsSniCertKeys.map(parseSniFiles).flatMap(({ certificateFile, keyFile }) => [certificateFile, keyFile]),
  ].filter((file) => file !== undefined);

function followedPair(options: TlsOptions): (string | undefined)[] {
  if (options.tlsCertFile !== undefined) return [options.tlsCertFile, options.tlsPrivateKeyFile];
  const { certificate, key } = servingFiles(options);
  return [certificate, key];
}

async function readSni(text: string): Promise<SniCertificate> {
  const { certificateFile, keyFile, names } = parseSniFiles(text);
  const [certificatePem, privateKeyPem] = await Promise.all([readText(certificateFile), readText(keyFile)]);
  if (!belongTogether({ certificatePem, privateKeyPem })) {
    throw new TlsMaterialError(
      `--tls-sni-cert-key: ${certificateFile} and ${keyFile} must be a certificate in PEM and the key that belongs to it`,
    );
  }
  return { certificatePem, privateKeyPem, names };
}

async function readBundle(flag: string, file: string): Promise<string> {
  const text = await readText(file);
  try {
    if (certificatesOf([text]).length > 0) return text;
  } catch (cause) {
    throw new TlsMaterialError(`--${flag}: ${file} has a certificate that cannot be read`, { cause });
  }
  throw new TlsMaterialError(`--${flag}: ${file} has no certificate in PEM form`);
}

function overlap(left: readonly string[], right: readonly string[]): boolean {
  const known = new Set(certificatesOf(left).map(({ fingerprint256 }) => fingerprint256));
  return certificatesOf(right).some(({ fingerprint256 }) => known.has(fingerprint256));
}
