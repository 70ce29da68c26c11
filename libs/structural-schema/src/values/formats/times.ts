const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A full date of RFC 3339. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Any character may precede the fraction, as on the reference server. */
const TIME = /^(\d{2}):(\d{2}):(\d{2})(.\d+)?(z|([+-]\d{2}:\d{2}))$/;

/** A date and time of RFC 3339, without leap seconds. */
export function isDateTime(text: string): boolean {
  if (text.length < 4) return false;
  const [date, time] = text.toLowerCase().split('t');
  if (time === undefined || !isDate(date!)) return false;
  const parts = TIME.exec(time);
  return parts !== null && parts[1]! <= '23' && parts[2]! <= '59' && parts[3]! <= '59';
}

const GO_DURATION = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const DIGITS = /\d+/g;
const WORD = /[\t\n\f\r ]*([A-Za-zµ]+)/y;
/** Spellings of each unit; longer words may follow the last one (`milliseconds`). */
const UNITS: readonly (readonly string[])[] = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
];

/** A duration such as `1h30m`, or one with words anywhere in it: `3 days`. */
export function isDuration(text: string): boolean {
  if (GO_DURATION.test(text)) return true;
  let found = false;
  for (const { 0: amount, index } of text.matchAll(DIGITS)) {
    WORD.lastIndex = index + amount.length;
    const word = WORD.exec(text)?.[1];
    if (word === undefined) continue;
    if (isTooLarge(amount)) return false;
    found ||= isUnit(word.toLowerCase());
  }
  return found;
}

/** 2^63 - 1. */
const LARGEST = '9223372036854775807';

function isTooLarge(amount: string): boolean {
  const digits = amount.replace(/^0+/, '');
  return digits.length > LARGEST.length || (digits.length === LARGEST.length && digits > LARGEST);
}

const isUnit = (word: string): boolean =>
  UNITS.some((spellings) => spellings.includes(word) || word.startsWith(spellings.at(-1)!));
