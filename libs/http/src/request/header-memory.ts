/** Memory of a name or value in addition to its characters, measured with short fields. Unit: bytes. */
const TEXT_BYTES = 68;

/**
 * Memory that the header fields of a request hold as long as it lasts: Node keeps them as received and by lower-case
 * name. Unit: bytes.
 * @param rawHeaders names and values in turn.
 */
export function headerMemory(rawHeaders: readonly string[]): number {
  let bytes = rawHeaders.length * TEXT_BYTES;
  for (const text of rawHeaders) bytes += 2 * text.length;
  return bytes;
}
