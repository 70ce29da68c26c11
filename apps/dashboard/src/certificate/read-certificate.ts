import { DerReader, TAG } from './der-reader';
import { hex, time } from './der-values';
import { type Extensions, NO_EXTENSIONS, readExtensions } from './extensions';
import { distinguishedName } from './names';
import { publicKeyText } from './public-key';

/** What a person wants to know of a certificate. Its signature is not verified. */
export interface Certificate extends Extensions {
  readonly type: 'certificate';
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serialNumber: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** `RSA 2048` */
  readonly key: string;
}

/** Reads an X.509 certificate (RFC 5280, 4.1). @throws Error that says what is damaged. */
export function readCertificate(der: Uint8Array): Certificate {
  const fields = new DerReader(der).enter(TAG.SEQUENCE).enter(TAG.SEQUENCE);
  fields.readOptional(TAG.CONTEXT + TAG.CONSTRUCTED);
  const serialNumber = hex(fields.read(TAG.INTEGER)).replace(/^00(?=.)/, '');
  fields.read(TAG.SEQUENCE);
  const issuer = distinguishedName(fields.enter(TAG.SEQUENCE));
  const validity = fields.enter(TAG.SEQUENCE);
  const [notBefore, notAfter] = [readTime(validity), readTime(validity)];
  const subject = distinguishedName(fields.enter(TAG.SEQUENCE));
  const key = publicKeyText(fields.enter(TAG.SEQUENCE));
  // Unique identifiers, which nothing uses.
  fields.readOptional(TAG.CONTEXT + 1);
  fields.readOptional(TAG.CONTEXT + 2);
  const explicit = fields.readOptional(TAG.CONTEXT + TAG.CONSTRUCTED + 3);
  const extensions =
    explicit === undefined ? NO_EXTENSIONS : readExtensions(new DerReader(explicit).enter(TAG.SEQUENCE));
  return { type: 'certificate', subject, issuer, serialNumber, notBefore, notAfter, key, ...extensions };
}

function readTime(validity: DerReader): number {
  const tag = validity.nextTag ?? 0;
  return time(validity.readAny(), tag);
}
