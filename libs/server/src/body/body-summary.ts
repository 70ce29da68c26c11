/** Bytes of a body that a message quotes. */
const SHOWN_BYTES = 30;

/** The beginning of a body for a message: JSON as it is, anything else in hexadecimal. */
export function bodySummary(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const shown = bytes.subarray(0, SHOWN_BYTES);
  const text = bytes[0] === OPEN_BRACE ? shown.toString('utf8') : shown.toString('hex');
  return bytes.length > SHOWN_BYTES ? `${text} ...` : text;
}

const OPEN_BRACE = 0x7b;
