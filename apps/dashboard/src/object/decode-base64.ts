/** The text in a value of `data`; of other bytes only how many there are. */
export function decodeBase64(encoded: string): string {
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return `(${bytes.length} bytes that are not text)`;
  }
}
