import { DerReader, TAG } from './der-reader';
import { objectIdentifier } from './der-values';
import { type Extensions, NO_EXTENSIONS, readExtensions } from './extensions';
import { distinguishedName } from './names';
import { publicKeyText } from './public-key';

/** What a PKCS#10 request asks for. Its signature is not verified. */
export interface CertificateRequest extends Extensions {
  readonly type: 'request';
  readonly subject: string;
  /** `RSA 2048` */
  readonly key: string;
}

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';

/** Reads a certificate request (RFC 2986, 4.1). @throws Error that says what is damaged. */
export function readCertificateRequest(der: Uint8Array): CertificateRequest {
  const fields = new DerReader(der).enter(TAG.SEQUENCE).enter(TAG.SEQUENCE);
  fields.read(TAG.INTEGER);
  const subject = distinguishedName(fields.enter(TAG.SEQUENCE));
  const key = publicKeyText(fields.enter(TAG.SEQUENCE));
  const attributes = new DerReader(fields.readOptional(TAG.CONTEXT + TAG.CONSTRUCTED) ?? new Uint8Array());
  let extensions = NO_EXTENSIONS;
  while (!attributes.isAtEnd) {
    const attribute = attributes.enter(TAG.SEQUENCE);
    const type = objectIdentifier(attribute.read(TAG.OBJECT_IDENTIFIER));
    const values = attribute.enter(TAG.SET);
    if (type === EXTENSION_REQUEST && !values.isAtEnd) extensions = readExtensions(values.enter(TAG.SEQUENCE));
  }
  return { type: 'request', subject, key, ...extensions };
}
