/** The text in a value of `data`; of other bytes only how many there are. Kinds of others may have a field of that name with anything in it. */
export function decodeBase64(encoded: string): string {
  const bytes = bytesOf(encoded);
  if (bytes === undefined) return '(not base64)';
  return textOf(bytes) ?? `(${bytes.length} bytes that are not text)`;
}

/** The text in a value of `data`; undefined when there is something else in it. */
export function textOfBase64(encoded: string): string | undefined {
  const bytes = bytesOf(encoded);
  return bytes && textOf(bytes);
}

function bytesOf(encoded: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
