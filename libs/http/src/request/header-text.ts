/** ASCII needs no decoding. */
const ASCII = /^[\x00-\x7f]*$/; // eslint-disable-line no-control-regex
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a header's value: Node reads each byte as a character, clients send UTF-8.
 * @returns undefined when the bytes are no UTF-8.
 */
export function headerText(value: string): string | undefined {
  if (ASCII.test(value)) return value;
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return undefined; // a TypeError: not UTF-8
  }
}

/**
 * The key in the name of a header, as in `X-Remote-Extra-Acme.com%2FProject`: lower-cased, then percent-decoded (B-108, B-134,
 * B-135). What cannot be decoded stays as it is, for senders that do not encode.
 * @param name what stands after the prefix.
 */
export function headerKey(name: string): string {
  const key = name.toLowerCase();
  if (!key.includes('%')) return key;
  try {
    return decodeURIComponent(key);
  } catch {
    return key; // a URIError: no percent-encoded UTF-8
  }
}
