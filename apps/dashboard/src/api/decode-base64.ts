/** The text in a value of `data`; of other bytes only how many there are. Kinds of others may have a field of that name with anything in it. */
export function decodeBase64(encoded: string): string {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return '(not base64)';
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return `(${bytes.length} bytes that are not text)`;
  }
}
