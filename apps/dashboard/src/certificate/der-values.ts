import { visibleText } from '../ui/visible-text';
import { TAG } from './der-reader';

/** `1.2.840.113549.1.1.1` */
export function objectIdentifier(content: Uint8Array): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (number > Number.MAX_SAFE_INTEGER) throw new Error('It is damaged: an object identifier is too large.');
    if ((byte & 0x80) !== 0) continue;
    numbers.push(number);
    number = 0;
  }
  const [first = 0, ...rest] = numbers;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}

/** Lower case, two digits for each byte. */
export function hex(content: Uint8Array): string {
  return Array.from(content, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A text of any string type, with invisible characters written as `\u{202e}`. */
export function text(content: Uint8Array, tag: number): string {
  const encoding = tag === TAG.UTF8_STRING ? 'utf-8' : tag === TAG.BMP_STRING ? 'utf-16be' : 'latin1';
  return visibleText(new TextDecoder(encoding).decode(content));
}

/** Milliseconds since 1970, of a `UTCTime` or a `GeneralizedTime`. */
export function time(content: Uint8Array, tag: number): number {
  const written = text(content, tag);
  const pattern =
    tag === TAG.UTC_TIME ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
  const parts = pattern.exec(written)?.slice(1).map(Number);
  if (parts === undefined) throw new Error(`It is damaged: ${written} is not a time.`);
  const [year = 0, month = 1, day, hour, minute, second] = parts;
  // Of two digits RFC 5280 puts 50 and more into the last century.
  const century = tag === TAG.UTC_TIME ? (year < 50 ? 2000 : 1900) : 0;
  return Date.UTC(century + year, month - 1, day, hour, minute, second);
}

/** The numbers of the bits that are set in a `BIT STRING`. */
export function bits(content: Uint8Array): number[] {
  return Array.from(content.subarray(1)).flatMap((byte, index) =>
    Array.from({ length: 8 }, (_, bit) => bit)
      .filter((bit) => (byte & (0x80 >> bit)) !== 0)
      .map((bit) => index * 8 + bit),
  );
}
