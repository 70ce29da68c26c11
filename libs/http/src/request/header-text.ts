/** ASCII needs no decoding. */
const ASCII = /^[\x00-\x7f]*$/; // eslint-disable-line no-control-regex
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a header value: Node decodes each byte as a character, clients send UTF-8.
 * @returns undefined for invalid UTF-8.
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
 * The key in a header name, as in `X-Remote-Extra-Acme.com%2FProject`: lower-cased, then percent-decoded (B-108, B-134,
 * B-135). An undecodable key is unchanged, for senders that do not encode.
 * @param name the part after the prefix.
 */
export function headerKey(name: string): string {
  const key = name.toLowerCase();
  if (!key.includes('%')) return key;
  try {
    return decodeURIComponent(key);
  } catch {
    return key; // a URIError: invalid percent-encoded UTF-8
  }
}
