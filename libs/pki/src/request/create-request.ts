import type * as X509 from '@peculiar/x509';
import { distinguishedName } from '../distinguished-name.js';
import { generateSigningKeys, privateKeyToPem, type KeyType } from '../key-pair.js';
import { x509Library } from '../x509-library.js';

/** The library takes the algorithm's name from the key; only the hash is wanted from here. */
const SHA_256 = { name: '', hash: 'SHA-256' };

/** Settings of a new request. */
export interface RequestTemplate {
  readonly commonName: string;
  readonly organizations?: readonly string[];
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
  readonly emails?: readonly string[];
  readonly uris?: readonly string[];
  /** Default `EC`. */
  readonly keyType?: KeyType;
  /** Requests a CA certificate; signers reject it. Default false. */
  readonly isCa?: boolean;
}

/** Generates a key and a PKCS#10 request signed by it, both PEM. For clients that request a certificate, and for tests. */
export async function createPrivateKeyAndRequest(
  template: RequestTemplate,
): Promise<{ privateKeyPem: string; requestPem: string }> {
  const library = await x509Library();
  const keys = await generateSigningKeys(template.keyType ?? 'EC');
  const names: X509.JsonGeneralNames = [
    ...named('dns', template.dnsNames),
    ...named('ip', template.ipAddresses),
    ...named('email', template.emails),
    ...named('url', template.uris),
  ];
  const extensions: X509.Extension[] = [];
  if (names.length > 0) extensions.push(new library.SubjectAlternativeNameExtension(names));
  if (template.isCa) extensions.push(new library.BasicConstraintsExtension(true, undefined, true));
  const request = await library.Pkcs10CertificateRequestGenerator.create({
    name: distinguishedName(library, {
      commonName: template.commonName,
      organizations: template.organizations ?? [],
    }),
    keys,
    signingAlgorithm: SHA_256,
    extensions,
  });
  return { privateKeyPem: privateKeyToPem(keys.privateKey), requestPem: `${request.toString('pem').trim()}\n` };
}

const named = (type: X509.GeneralNameType, values: readonly string[] = []): X509.JsonGeneralNames =>
  values.map((value) => ({ type, value }));
