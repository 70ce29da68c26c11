/** Longer texts are refused without parsing; nanoseconds with an offset have 35 characters. */
const MAX_TEXT_LENGTH = 64;

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FIRST_MS = -62_167_219_200_000; // 0000-01-01T00:00:00Z
const END_MS = 253_402_300_800_000; // 10000-01-01T00:00:00Z

/**
 * Parses `2024-02-29T12:30:00[.fraction](Z|+hh:mm|-hh:mm)`, capital letters only, no leap second, checked against the calendar.
 * Does not use `Date.parse`, which accepts other formats (`1`, `Jan 2 2024`, 30 February) and drops microseconds.
 * @returns milliseconds since 1970 and additional microseconds (0..999), further digits truncated; undefined for another
 * format, or outside the years 0 to 9999 in UTC.
 */
export function readInstant(text: string): { ms: number; micros: number } | undefined {
  if (text.length < 20 || text.length > MAX_TEXT_LENGTH) return undefined;
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return undefined;
  const year = number(text, 0, 4);
  const month = number(text, 5, 7);
  const day = number(text, 8, 10);
  const hour = number(text, 11, 13);
  const minute = number(text, 14, 16);
  const second = number(text, 17, 19);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return undefined;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return undefined;

  let at = 19;
  if (text[at] === '.') {
    const start = ++at;
    while (isDigit(text, at)) at++;
    if (at === start) return undefined;
  }
  const offsetMinutes = readOffset(text, at);
  if (offsetMinutes === undefined) return undefined;

  const micros = at === 19 ? 0 : number(text.slice(20, Math.min(at, 26)).padEnd(6, '0'), 0, 6);
  const ms =
    daysSince1970(year, month, day) * MS_PER_DAY +
    (hour * 60 + minute - offsetMinutes) * MS_PER_MINUTE +
    second * 1000 +
    Math.floor(micros / 1000);
  return ms >= FIRST_MS && ms < END_MS ? { ms, micros: micros % 1000 } : undefined;
}

/** Minutes east of Greenwich; undefined when the text from `at` on is not exactly one offset. */
function readOffset(text: string, at: number): number | undefined {
  if (text[at] === 'Z') return text.length === at + 1 ? 0 : undefined;
  if ((text[at] !== '+' && text[at] !== '-') || text.length !== at + 6 || text[at + 3] !== ':') return undefined;
  const hours = number(text, at + 1, at + 3);
  const minutes = number(text, at + 4, at + 6);
  if (!(hours <= 23 && minutes <= 59)) return undefined;
  return (text[at] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

/** The digits from `start` to `end` as a number; NaN when one is not a digit, which fails every comparison above. */
function number(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    if (!isDigit(text, at)) return NaN;
    value = value * 10 + text.charCodeAt(at) - 48;
  }
  return value;
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysIn = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : DAYS_IN_MONTH[month - 1]!);

/** `Date.UTC` maps the years 0 to 99 to 1900 to 1999; adding 400 years, one cycle of the calendar, avoids that. */
const daysSince1970 = (year: number, month: number, day: number): number =>
  Date.UTC(year + 400, month - 1, day) / MS_PER_DAY - 146_097;
