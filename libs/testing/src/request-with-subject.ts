import { generateKeyPairSync, sign } from 'node:crypto';

/** An attribute of a subject, byte by byte. */
export interface RawAttribute {
  readonly type: 'CN' | 'O' | 'OU' | 'email';
  /** Tag of the value. Default 0x0c, UTF8String. */
  readonly tag?: number;
  readonly value: string | Uint8Array;
}

const OIDS: Readonly<Record<RawAttribute['type'], string>> = {
  CN: '550403',
  O: '55040a',
  OU: '55040b',
  email: '2a864886f70d010901',
};
const ECDSA_WITH_SHA256 = '300a06082a8648ce3d040302';
const EXTENSION_REQUEST = '06092a864886f70d01090e';

/** One element of DER. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  return Buffer.concat([Buffer.of(tag, ...(length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff])), content]);
}

/**
 * A correctly signed PKCS#10 request with a subject that common tools and libraries do not produce: several common names, other string
 * types, bytes that are invalid for the type, sets with several attributes.
 * @param sets attributes in the order given; the inner list is one set.
 * @param extensionLists contents of the lists of extensions, each in a separate attribute. Default: none.
 */
export function requestWithSubject(
  sets: readonly (readonly RawAttribute[])[],
  extensionLists: readonly Uint8Array[] = [],
): { readonly requestPem: string; readonly privateKeyPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sets.map((attributes) => der(0x31, ...attributes.map(attributeOf)));
  const lists = extensionLists.map((list) => der(0x30, Buffer.from(EXTENSION_REQUEST, 'hex'), der(0x31, der(0x30, list)))); // prettier-ignore
  const info = der(
    0x30,
    der(0x02, Buffer.of(0)),
    der(0x30, ...subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa0, ...lists),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', info, privateKey));
  const request = der(0x30, info, Buffer.from(ECDSA_WITH_SHA256, 'hex'), signature);
  const lines = request.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    requestPem: `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const attributeOf = ({ type, tag = 0x0c, value }: RawAttribute): Buffer =>
  der(0x30, der(0x06, Buffer.from(OIDS[type], 'hex')), der(tag, Buffer.from(value as string)));
