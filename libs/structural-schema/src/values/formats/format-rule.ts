import { isRequestUri } from './uri.js';
import { isEmail } from './email.js';
import { isCidr, isIpv4, isIpv6 } from './addresses.js';
import { isDate, isDateTime, isDuration } from './times.js';
import { isCreditCard, isIsbn10, isIsbn13 } from './check-digits.js';
import { isHostname } from './hostname.js';

/** A format of texts, and whether a text has it. Linear in the length of the text. */
export interface FormatRule {
  /** As the schema spells it. */
  readonly name: string;
  holds(text: string): boolean;
}

const matching =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

const MAC =
  /^(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?::[0-9a-f]{2}){7}|[0-9a-f]{2}(?::[0-9a-f]{2}){19}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){7}|[0-9a-f]{2}(?:-[0-9a-f]{2}){19}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){3}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){9})$/i;
const RGB_VALUE = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])';
/** Space characters of RE2. */
const SPACE = '[\\t\\n\\f\\r ]*';
const BYTE = /^[A-Za-z0-9+/]*={0,2}$/;

/** Formats that are checked, by their names without dashes. All others, such as `int32`, say nothing. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: matching(/^[0-9a-fA-F]{24}$/),
  uri: isRequestUri,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  cidr: isCidr,
  mac: matching(MAC),
  uuid: matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
  uuid3: matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
  uuid4: matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
  uuid5: matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  hexcolor: matching(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  rgbcolor: matching(
    new RegExp(`^rgb\\(${SPACE}${RGB_VALUE}${SPACE},${SPACE}${RGB_VALUE}${SPACE},${SPACE}${RGB_VALUE}${SPACE}\\)$`),
  ),
  byte: (text) => text.length > 0 && text.length % 4 === 0 && BYTE.test(text),
  password: () => true,
  date: isDate,
  duration: isDuration,
  datetime: isDateTime,
};

/** The rule of a format; undefined for one that is not checked. */
export function formatRule(name: string): FormatRule | undefined {
  if (name === '') return undefined;
  const normalized = name.replaceAll('-', '');
  if (!Object.hasOwn(FORMATS, normalized)) return undefined;
  return { name, holds: FORMATS[normalized]! };
}
