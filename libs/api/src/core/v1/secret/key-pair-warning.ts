import { X509Certificate } from 'node:crypto';
import { serverKeyOf } from '@orch/pki';

/** Blocks that are looked at; more than a chain of certificates has. */
const MAX_BLOCKS = 100;
const BEGIN = '-----BEGIN ';
const DASHES = '-----';

interface PemBlock {
  readonly type: string;
  readonly text: string;
  /** Between its first and its last line. */
  readonly content: string;
}

/** What is wrong with a certificate and its key, in the words of Go; undefined when a server can use them. */
export function keyPairWarning(certificate: Buffer, key: Buffer): string | undefined {
  const chain = pemBlocks(certificate.toString('latin1'));
  const keys = pemBlocks(key.toString('latin1'));
  const leaf = chain.find(({ type }) => type === 'CERTIFICATE');
  if (!leaf) return withoutCertificate(chain.map(({ type }) => type));
  const own = keys.find(({ type }) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY'));
  if (!own) return withoutKey(keys.map(({ type }) => type));
  const parsed = readable(() => new X509Certificate(leaf.text));
  if (!parsed) return 'x509: malformed certificate';
  const publicKey = readable(() => parsed.publicKey);
  if (!publicKey) return 'tls: unknown public key algorithm';
  const secret = serverKeyOf(Buffer.from(own.content, 'base64'));
  if (!secret) return 'tls: failed to parse private key';
  if (secret.asymmetricKeyType !== publicKey.asymmetricKeyType)
    return 'tls: private key type does not match public key type';
  return parsed.checkPrivateKey(secret) ? undefined : 'tls: private key does not match public key';
}

function withoutCertificate(types: readonly string[]): string {
  if (types.length === 0) return 'tls: failed to find any PEM data in certificate input';
  return types.length === 1 && types[0]!.endsWith('PRIVATE KEY')
    ? 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
    : `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}

function withoutKey(types: readonly string[]): string {
  if (types.length === 0) return 'tls: failed to find any PEM data in key input';
  return types.length === 1 && types[0] === 'CERTIFICATE'
    ? 'tls: found a certificate rather than a key in the PEM for the private key'
    : `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}

/** The blocks of a text, up to the first that does not end. */
function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let at = text.indexOf(BEGIN);
  while (at >= 0 && blocks.length < MAX_BLOCKS) {
    const typeEnd = text.indexOf(DASHES, at + BEGIN.length);
    if (typeEnd < 0) break;
    const type = text.slice(at + BEGIN.length, typeEnd);
    const last = `-----END ${type}${DASHES}`;
    const end = text.indexOf(last, typeEnd);
    if (end < 0) break;
    const content = text.slice(typeEnd + DASHES.length, end);
    blocks.push({ type, text: `${text.slice(at, end)}${last}\n`, content });
    at = text.indexOf(BEGIN, end + last.length);
  }
  return blocks;
}

function readable<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined; // a user may have written anything: what cannot be read is warned about
  }
}
