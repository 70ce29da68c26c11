import { type Certificate, readCertificate } from './read-certificate';
import { type CertificateRequest, readCertificateRequest } from './read-request';

/** A block of PEM that could not be read. */
export interface Unreadable {
  readonly type: 'unreadable';
  readonly problem: string;
}

export type PemContent = Certificate | CertificateRequest | Unreadable;

/** Characters of PEM that are looked at, and certificates that are read. */
const MOST_CHARACTERS = 1_000_000;
const MOST_BLOCKS = 50;

const REQUESTS = ['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'];

/** Certificates and certificate requests in a PEM text, as far as the bounds allow; other blocks, such as private keys, are skipped. */
export function readPem(pem: string): PemContent[] {
  const found: PemContent[] = [];
  for (const { label, body } of blocks(pem.slice(0, MOST_CHARACTERS))) {
    if (label !== 'CERTIFICATE' && !REQUESTS.includes(label)) continue;
    if (found.length === MOST_BLOCKS) {
      const problem = `Only the first ${MOST_BLOCKS} certificates are shown.`;
      return [...found, { type: 'unreadable', problem }];
    }
    found.push(readBlock(label === 'CERTIFICATE', body));
  }
  return found;
}

interface Block {
  readonly label: string;
  readonly body: string;
}

function* blocks(pem: string): Generator<Block> {
  let at = 0;
  for (;;) {
    const label = between(pem, '-----BEGIN ', '-----', at);
    const body = label && between(pem, '-----', '-----END ', label.end);
    if (label === undefined || body === undefined) return;
    yield { label: label.text, body: body.text };
    at = body.end;
  }
}

/** The text after `before`, up to `after`; `end` is where that begins. */
function between(
  text: string,
  before: string,
  after: string,
  from: number,
): { readonly text: string; readonly end: number } | undefined {
  const found = text.indexOf(before, from);
  if (found < 0) return undefined;
  const end = text.indexOf(after, found + before.length);
  return end < 0 ? undefined : { text: text.slice(found + before.length, end), end };
}

function readBlock(isCertificate: boolean, body: string): PemContent {
  try {
    const der = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0);
    return isCertificate ? readCertificate(der) : readCertificateRequest(der);
  } catch (error) {
    const problem = error instanceof DOMException ? 'It is damaged: not base64.' : String((error as Error).message);
    return { type: 'unreadable', problem };
  }
}
