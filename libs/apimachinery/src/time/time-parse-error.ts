/** Maximum length of the quoted text, to bound the length of responses. */
const MAX_QUOTED = 64;

/** Quotes and backslashes escaped, bytes outside of printable ASCII in hexadecimal. */
function quote(text: string): string {
  const short = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 3)}...` : text;
  const bytes = [...Buffer.from(short, 'utf8')];
  const chars = bytes.map((byte) =>
    byte < 0x20 || byte > 0x7e ? `\\x${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte),
  );
  return `"${chars.map((char) => (char === '"' || char === '\\' ? `\\${char}` : char)).join('')}"`;
}

/** One element of a layout. `read` returns the rest of the text, undefined when it does not match; it may record that a number is out of range. */
interface Element {
  readonly literal: string;
  readonly name: string;
  readonly read: (text: string, parsed: Parsed) => string | undefined;
}

interface Parsed {
  year: number;
  month: number;
  day: number;
  outOfRange: string | undefined;
}

const twoDigits =
  (what: string, min: number, max: number, keep: (parsed: Parsed, value: number) => void = () => {}) =>
  (text: string, parsed: Parsed): string | undefined => {
    if (!/^\d\d/.test(text)) return undefined;
    const value = Number(text.slice(0, 2));
    if (value < min || value > max) parsed.outOfRange = what;
    keep(parsed, value);
    return text.slice(2);
  };

const readYear = (text: string, parsed: Parsed): string | undefined => {
  if (!/^\d{4}/.test(text)) return undefined;
  parsed.year = Number(text.slice(0, 4));
  return text.slice(4);
};

const readHour = (text: string, parsed: Parsed): string | undefined => {
  const digits = /^\d\d?/.exec(text)?.[0];
  if (digits === undefined) return undefined;
  if (Number(digits) > 23) parsed.outOfRange = 'hour';
  return text.slice(digits.length);
};

const readSecond = (micro: boolean) => {
  const read = twoDigits('second', 0, 59);
  return (text: string, parsed: Parsed): string | undefined => {
    const rest = read(text, parsed);
    return micro ? rest : rest?.replace(/^[.,]\d+/, '');
  };
};

const readZone = (text: string, parsed: Parsed): string | undefined => {
  if (text.startsWith('Z')) return text.slice(1);
  const zone = /^[+-](\d\d):(\d\d)/.exec(text);
  if (zone === null) return undefined;
  if (Number(zone[1]) > 24) parsed.outOfRange = 'time zone offset hour';
  if (Number(zone[2]) > 60) parsed.outOfRange = 'time zone offset minute';
  return text.slice(zone[0].length);
};

const elementsOf = (micro: boolean): readonly Element[] => [
  { literal: '', name: '2006', read: readYear },
  { literal: '-', name: '01', read: twoDigits('month', 1, 12, (parsed, value) => (parsed.month = value)) },
  { literal: '-', name: '02', read: twoDigits('day', 0, 99, (parsed, value) => (parsed.day = value)) },
  { literal: 'T', name: '15', read: readHour },
  { literal: ':', name: '04', read: twoDigits('minute', 0, 59) },
  { literal: ':', name: '05', read: readSecond(micro) },
  ...(micro
    ? [{ literal: '', name: '.000000', read: (text: string) => (/^[.,]\d{6}/.test(text) ? text.slice(7) : undefined) }]
    : []),
  { literal: '', name: 'Z07:00', read: readZone },
];

const LAYOUTS = { seconds: elementsOf(false), micro: elementsOf(true) };

/**
 * Why a text is not a time, with the message of Go's `time.Parse`: `parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"`.
 * @param micro six decimals of the second are required.
 * @returns undefined when the text is a time.
 */
export function timeParseError(text: string, micro: boolean): string | undefined {
  const elements = micro ? LAYOUTS.micro : LAYOUTS.seconds;
  const parsed: Parsed = { year: 0, month: 1, day: 1, outOfRange: undefined };
  const reads = `parsing time ${quote(text)}`;
  const cannot = (rest: string, as: string) => {
    const layout = elements.map(({ literal, name }) => literal + name).join('');
    return `${reads} as ${quote(layout)}: cannot parse ${quote(rest)} as ${quote(as)}`;
  };
  let rest = text;
  for (const { literal, name, read } of elements) {
    if (!rest.startsWith(literal)) return cannot(rest, literal);
    const held = rest.slice(literal.length);
    const next = read(held, parsed);
    if (parsed.outOfRange !== undefined) return `${reads}: ${parsed.outOfRange} out of range`;
    if (next === undefined) return cannot(held, name);
    rest = next;
  }
  if (rest !== '') return `${reads}: extra text: ${quote(rest)}`;
  const daysInMonth = new Date(Date.UTC(2000 + (parsed.year % 400), parsed.month, 0)).getUTCDate();
  return parsed.day < 1 || parsed.day > daysInMonth ? `${reads}: day out of range` : undefined;
}
