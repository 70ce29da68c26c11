import { isUtf8 } from 'node:buffer';

/**
 * String types of names in certificates, by tag: those of DirectoryString (RFC 5280, 4.1.2.4) but UniversalString, which other servers of
 * this API do not read either, and IA5String, which common tools write. Others (NumericString, VisibleString, ...) are read one
 * way by one library and another way by the next, so they are refused.
 */
const DECODERS: ReadonlyMap<number, (bytes: Buffer) => string | undefined> = new Map([
  [0x0c, decodeUtf8],
  [0x13, decodePrintable],
  [0x14, (bytes) => bytes.toString('latin1')], // TeletexString; the other readers of certificates take it for Latin-1, too
  [0x16, decodeIa5],
  [0x1e, decodeBmp],
]);

/** The text of a string in a name; undefined when the type is none of these or the bytes do not fit it. */
export const decodeDirectoryString = (tag: number, bytes: Buffer): string | undefined => DECODERS.get(tag)?.(bytes);

/** A byte order mark is kept: dropping it would make two names one. */
function decodeUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** With `*` and `&`, which are not in the standard's set and in many certificates. */
const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?*&]*$/;

function decodePrintable(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  return PRINTABLE.test(text) ? text : undefined;
}

function decodeIa5(bytes: Buffer): string | undefined {
  return bytes.every((byte) => byte < 0x80) ? bytes.toString('latin1') : undefined;
}

/** Two bytes for each character, big-endian. Surrogates are not characters here. */
function decodeBmp(bytes: Buffer): string | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const text = Buffer.from(bytes).swap16().toString('utf16le');
  return /[\ud800-\udfff]/.test(text) ? undefined : text;
}
