/** -1: not in the alphabet; -2: a line break, which encoders may insert and decoders skip. */
const SEXTETS = new Int8Array(128).fill(-1);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < ALPHABET.length; value++) SEXTETS[ALPHABET.charCodeAt(value)] = value;
SEXTETS[10] = -2;
SEXTETS[13] = -2;

/**
 * Validates standard base64 with padding. Returns the canonical text (no line breaks, no stray bits in the last character), or
 * the offset of the first invalid character.
 */
export function canonicalBase64(text: string): string | number {
  if (text.includes('\n') || text.includes('\r')) {
    const joined = text.replaceAll('\n', '').replaceAll('\r', '');
    const canonical = canonicalBase64(joined);
    return typeof canonical === 'number' ? firstWrong(text) : canonical;
  }
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const end = text.length - padding;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || SEXTETS[code]! < 0) return i;
  }
  if (text.length % 4 !== 0) return text.length;
  if (padding === 0) return text;
  const strayBits = SEXTETS[text.charCodeAt(end - 1)]! & (padding === 2 ? 0b1111 : 0b11);
  return strayBits === 0 ? text : Buffer.from(text, 'base64').toString('base64');
}

function firstWrong(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || SEXTETS[code] === -1) return i;
  }
  return text.length;
}
