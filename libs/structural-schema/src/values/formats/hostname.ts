const LETTER = '[a-zA-Z0-9\\p{S}\\p{L}]';
const LETTER_OR_DASH = '[-a-zA-Z0-9\\p{S}\\p{L}]';
/** A single label, or labels with a top-level name of letters. */
const HOSTNAME = new RegExp(
  `^(?:${LETTER}(?:(?:-?${LETTER}{0,62})?)|(?:${LETTER}(?:(?:${LETTER_OR_DASH}{0,61}${LETTER})?)(?:\\.))+(?:[a-zA-Z\\p{L}]){2,63})$`,
  'u',
);
const MAX_LENGTH = 255;
const MAX_LABEL_LENGTH = 63;

/** A host name of at most 255 bytes, with labels of at most 63. */
export function isHostname(text: string): boolean {
  if (text.length > MAX_LENGTH || Buffer.byteLength(text) > MAX_LENGTH) return false;
  return HOSTNAME.test(text) && text.split('.').every((label) => Buffer.byteLength(label) <= MAX_LABEL_LENGTH);
}
