import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** A serving pair that SNI selects by host name. */
export interface SniCertificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** Host names, optionally with a first label `*`. None: those of the certificate. */
  readonly names: readonly string[];
}

/** One value of `--tls-sni-cert-key`. */
export interface SniFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly names: readonly string[];
}

/** An invalid value of `--tls-sni-cert-key`. The text describes the format. */
export class SniFilesError extends Error {
  override readonly name = 'SniFilesError';
}

const HOST_NAME = /^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Reads `CERT,KEY` or `CERT,KEY:name,*.name` (D-014). @throws SniFilesError. */
export function parseSniFiles(text: string): SniFiles {
  const colon = text.indexOf(':');
  const files = (colon < 0 ? text : text.slice(0, colon)).split(',').map((file) => file.trim());
  const [certificateFile, keyFile] = files;
  if (files.length !== 2 || !certificateFile || !keyFile) {
    throw new SniFilesError(`must be CERT_FILE,KEY_FILE or CERT_FILE,KEY_FILE:name,*.name and is "${text}"`);
  }
  const names = colon < 0 ? [] : text.slice(colon + 1).split(',');
  return { certificateFile, keyFile, names: names.map((name) => checkedName(name.trim().toLowerCase())) };
}

function checkedName(name: string): string {
  if (isIP(name) !== 0) {
    throw new SniFilesError(`names the address ${name}: clients name hosts alone, so give host names`);
  }
  if (!HOST_NAME.test(name)) throw new SniFilesError(`has "${name}", which is not a host name`);
  return name;
}

/**
 * Selects a value by host name. An exact name takes precedence over a wildcard, a configured name over one of a certificate, and then
 * the first.
 */
export class SniChoice<T> {
  private readonly ranks = [new Map<string, T>(), new Map<string, T>()] as const;

  constructor(choices: ReadonlyArray<{ readonly certificate: SniCertificate; readonly value: T }>) {
    for (const { certificate, value } of choices) {
      const asked = certificate.names.length > 0;
      const rank = this.ranks[asked ? 0 : 1];
      for (const name of asked ? certificate.names : namesOf(certificate.certificatePem)) {
        if (!rank.has(name)) rank.set(name, value);
      }
    }
  }

  /** @param host as sent by the client. Undefined without a match. */
  of(host: string): T | undefined {
    const name = host.toLowerCase();
    const pattern = `*${name.slice(Math.max(0, name.indexOf('.')))}`;
    const [asked, found] = this.ranks;
    return asked.get(name) ?? found.get(name) ?? asked.get(pattern) ?? found.get(pattern);
  }
}

/** Host names of a certificate; its common name if there are none. */
function namesOf(pem: string): string[] {
  const certificate = new X509Certificate(pem);
  const names = (certificate.subjectAltName ?? '')
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length).toLowerCase());
  if (names.length > 0) return names;
  const commonName = /^CN=(.*)$/m.exec(certificate.subject)?.[1]?.toLowerCase() ?? '';
  return HOST_NAME.test(commonName) ? [commonName] : [];
}
