/** -1: not in the alphabet; -2: a line break, which encoders may insert and decoders skip. */
const SEXTETS = new Int8Array(128).fill(-1);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < ALPHABET.length; value++) SEXTETS[ALPHABET.charCodeAt(value)] = value;
SEXTETS[10] = -2;
SEXTETS[13] = -2;

/**
 * Validates standard base64 with padding. Returns the canonical text (no line breaks, no stray bits in the last character), or
 * the offset at which a decoder of Go fails: that of an invalid character, or of an incomplete group of four.
 */
export function canonicalBase64(text: string): string | number {
  if (text.includes('\n') || text.includes('\r')) {
    const canonical = canonicalBase64(text.replaceAll('\n', '').replaceAll('\r', ''));
    return typeof canonical === 'number' ? faultOf(text) : canonical;
  }
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const end = text.length - padding;
  if (text.length % 4 !== 0) return faultOf(text);
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || SEXTETS[code]! < 0) return faultOf(text);
  }
  if (padding === 0) return text;
  const strayBits = SEXTETS[text.charCodeAt(end - 1)]! & (padding === 2 ? 0b1111 : 0b11);
  return strayBits === 0 ? text : Buffer.from(text, 'base64').toString('base64');
}

/** Offset of the fault of a text that has one, counting line breaks. */
function faultOf(text: string): number {
  let at = 0;
  const skipBreaks = (): void => {
    while (text[at] === '\n' || text[at] === '\r') at++;
  };
  for (;;) {
    let inGroup = 0;
    while (inGroup < 4) {
      if (at === text.length) return at - inGroup;
      const code = text.charCodeAt(at++);
      const sextet = code > 127 ? -1 : SEXTETS[code]!;
      if (sextet >= 0) inGroup++;
      else if (sextet !== -2) {
        if (text[at - 1] !== '=' || inGroup < 2) return at - 1;
        skipBreaks();
        if (inGroup === 3) return at; // more follows the padding
        if (at === text.length) return at;
        if (text[at] !== '=') return at - 1;
        at++;
        skipBreaks();
        return at;
      }
    }
  }
}
