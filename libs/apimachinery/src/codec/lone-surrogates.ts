import { isHighSurrogate } from '../field/high-surrogate.js';

/** Begins every escape that can name a surrogate. */
const ESCAPE = Buffer.from('\\u');
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
const LOWER_F = 0x66;
const LOWER_D = 0x64;
const [DIGIT_0, DIGIT_9, LOWER_A] = [0x30, 0x39, 0x61];
const LOWER_CASE = 0x20;
/** Length of an escape such as `\ud83d`. */
const ESCAPE_BYTES = 6;

/**
 * A JSON text with U+FFFD for each escaped surrogate without its other half, as the decoder of Go reads it: such a text has no form in UTF-8, and so none in
 * protobuf and CBOR. The length is the same. Usual texts are returned as they are, after a search for `\u`.
 */
export function replaceLoneSurrogates(json: Uint8Array): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.length);
  let at = bytes.indexOf(ESCAPE);
  if (at === -1) return json;
  // Backslashes before it may escape its own.
  while (bytes[at - 1] === BACKSLASH) at--;
  let replaced: Buffer | undefined;
  for (; at < bytes.length; at++) {
    if (bytes[at] !== BACKSLASH) continue;
    const unit = escapedUnit(bytes, at);
    if (isHighSurrogate(unit) && isLow(escapedUnit(bytes, at + ESCAPE_BYTES))) at += 2 * ESCAPE_BYTES - 1;
    else if (isHighSurrogate(unit) || isLow(unit)) {
      replaced ??= Buffer.from(bytes);
      replaced[at + 2] = replaced[at + 3] = replaced[at + 4] = LOWER_F;
      replaced[at + 5] = LOWER_D;
      at += ESCAPE_BYTES - 1;
    } else at++; // the escaped character
  }
  return replaced ?? json;
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The code unit of the escape at `at`; NaN where there is none. */
function escapedUnit(bytes: Buffer, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LOWER_U) return Number.NaN;
  let unit = 0;
  for (let digit = at + 2; digit < at + ESCAPE_BYTES; digit++) unit = unit * 16 + hexadecimal(bytes[digit]);
  return unit;
}

function hexadecimal(byte = 0): number {
  if (byte >= DIGIT_0 && byte <= DIGIT_9) return byte - DIGIT_0;
  const lower = byte | LOWER_CASE;
  return lower >= LOWER_A && lower <= LOWER_F ? lower - LOWER_A + 10 : Number.NaN;
}
