import { quotedText } from '@orch/apimachinery';
import { Duration, Fault, Timestamp } from '../values/values.js';
import type { Declaration, Implementation } from '../types/declarations.js';
import type { Meter } from '../values/meter.js';
import { durationOf, timestampOf } from './numbers.js';

const SECOND = 1_000_000_000n;
const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/;
/** Longest text of a time, a duration, or a zone. */
export const MAX_TIME_TEXT = 64;

/** Reads a time of RFC 3339; `undefined` when it is not one. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = text.length <= MAX_TIME_TEXT ? RFC3339.exec(text) : null;
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match as unknown as string[];
  const milliseconds = Date.UTC(0, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const date = new Date(milliseconds);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isValid =
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60;
  const offset = /^z$/i.test(zone) ? 0 : offsetMinutes(zone);
  if (!isValid || offset === undefined) return undefined;
  const seconds = BigInt(date.getTime() / 1_000) - BigInt(offset * 60);
  return new Timestamp(seconds * SECOND + BigInt(fraction.padEnd(9, '0')), offset);
}

function offsetMinutes(zone: string): number | undefined {
  const match = /^([+-]?)(\d\d):(\d\d)$/.exec(zone);
  if (!match) return undefined;
  const [, sign, hours, minutes] = match;
  if (Number(hours) > 24 || Number(minutes) > 60) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3_600n * SECOND,
};
const DURATION = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g;

/** Reads a duration such as `1h30m` or `-1.5s`, in nanoseconds; `undefined` when it is not one. */
export function parseDuration(text: string): bigint | undefined {
  if (/^[+-]?0$/.test(text)) return 0n;
  if (text.length > MAX_TIME_TEXT || !DURATION.test(text)) return undefined;
  let total = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(PART)) {
    const size = UNITS[unit] ?? 0n;
    total += BigInt(whole || '0') * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length);
  }
  const signed = text.startsWith('-') ? -total : total;
  return durationOf(signed) instanceof Fault ? undefined : signed;
}

/** `2024-01-01T00:00:00.5Z`, or with the offset: `2024-01-01T02:00:00+02:00`. */
export function formatTimestamp({ nanoseconds, offset }: Timestamp): string {
  const fraction = ((nanoseconds % SECOND) + SECOND) % SECOND;
  const date = new Date((Number((nanoseconds - fraction) / SECOND) + offset * 60) * 1_000);
  const digits = fraction === 0n ? '' : `.${fraction.toString().padStart(9, '0').replace(/0+$/, '')}`;
  return `${date.toISOString().slice(0, 19)}${digits}${offset === 0 ? 'Z' : offsetText(offset)}`;
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** Smaller doubles have an exponent as text. */
const LEAST_PLAIN = 1e-6;

/** Seconds with a fraction, `90s`, `1.5s`: those of a double, as in the reference. */
export function formatDuration({ nanoseconds }: Duration): string {
  const seconds = Number(nanoseconds / SECOND) + Number(nanoseconds % SECOND) / Number(SECOND);
  const isTiny = seconds !== 0 && Math.abs(seconds) < LEAST_PLAIN;
  return `${isTiny ? seconds.toFixed(9).replace(/0+$/, '') : String(seconds)}s`;
}

/** Work of a time in a named zone, which creates a formatter. */
const ZONE_WORK = 20_000;

/** Work of reading the offset of a zone. */
const OFFSET_WORK = 250;

/** Offset of a zone with a colon, as the reference reads it: two numbers with up to four digits. */
function zoneOffset(zone: string): number | Fault | undefined {
  const [hours = '', ...rest] = zone.split(':');
  if (rest.length === 0) return undefined;
  const minutes = rest.join(':');
  for (const part of [hours, minutes])
    if (!/^[+-]?\d{1,4}$/.test(part))
      return new Fault(`strconv.Atoi: parsing ${quotedText(part.slice(0, MAX_TIME_TEXT))}: invalid syntax`);
  return Number(hours) * 60 + (zone.startsWith('-') ? -1 : 1) * Number(minutes);
}

interface Parts {
  readonly date: Date;
  readonly milliseconds: number;
}

function partsIn(value: unknown, zone: unknown, meter: Meter): Parts | Fault {
  const { nanoseconds } = value as Timestamp;
  const fraction = Number(((nanoseconds % SECOND) + SECOND) % SECOND);
  const seconds = Number((nanoseconds - BigInt(fraction)) / SECOND);
  const milliseconds = Math.floor(fraction / 1_000_000);
  if (zone === undefined || zone === 'UTC' || zone === '') return { date: new Date(seconds * 1_000), milliseconds };
  // A longer text is neither the name of a zone nor an offset.
  if ((zone as string).length > MAX_TIME_TEXT)
    return new Fault(`unknown time zone ${(zone as string).slice(0, MAX_TIME_TEXT)}`);
  meter.work(OFFSET_WORK);
  const offset = zoneOffset(zone as string);
  if (offset instanceof Fault) return offset;
  if (offset !== undefined) return { date: new Date((seconds + offset * 60) * 1_000), milliseconds };
  const name = zone as string;
  meter.work(ZONE_WORK);
  const shifted = wallClock(seconds, name);
  return shifted ? { date: shifted, milliseconds } : new Fault(`unknown time zone ${name}`);
}

/** A date whose UTC fields are those of the zone. */
function wallClock(seconds: number, timeZone: string): Date | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const parts = new Map(
      format.formatToParts(new Date(seconds * 1_000)).map(({ type, value }) => [type, Number(value)]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return new Date(
      Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
    );
  } catch (error) {
    if (error instanceof RangeError) return undefined; // not a time zone
    throw error;
  }
}

const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000);

const GETTERS: readonly (readonly [name: string, id: string, zoneId: string, read: (parts: Parts) => number])[] = [
  ['getFullYear', 'year', 'year_with_tz', ({ date }) => date.getUTCFullYear()],
  ['getMonth', 'month', 'month_with_tz', ({ date }) => date.getUTCMonth()],
  ['getDayOfYear', 'day_of_year', 'day_of_year_with_tz', ({ date }) => dayOfYear(date)],
  ['getDayOfMonth', 'day_of_month', 'day_of_month_with_tz', ({ date }) => date.getUTCDate() - 1],
  ['getDate', 'day_of_month_1_based', 'day_of_month_1_based_with_tz', ({ date }) => date.getUTCDate()],
  ['getDayOfWeek', 'day_of_week', 'day_of_week_with_tz', ({ date }) => date.getUTCDay()],
  ['getHours', 'hours', 'hours_with_tz', ({ date }) => date.getUTCHours()],
  ['getMinutes', 'minutes', 'minutes_with_tz', ({ date }) => date.getUTCMinutes()],
  ['getSeconds', 'seconds', 'seconds_tz', ({ date }) => date.getUTCSeconds()],
  ['getMilliseconds', 'milliseconds', 'milliseconds_with_tz', ({ milliseconds }) => milliseconds],
];

const getter =
  (read: (parts: Parts) => number): Implementation =>
  ([time, zone], meter) => {
    const parts = partsIn(time, zone, meter);
    return parts instanceof Fault ? parts : BigInt(read(parts));
  };

const inUnits =
  (unit: bigint): Implementation =>
  ([value]) =>
    (value as Duration).nanoseconds / unit;

/** Parts of times and durations. */
export const TIME_FUNCTIONS: readonly Declaration[] = [
  ...GETTERS.flatMap(([name, id, zoneId, read]): readonly Declaration[] => [
    [name, `timestamp_to_${id}`, 'timestamp.(): int', getter(read)],
    [name, `timestamp_to_${zoneId}`, 'timestamp.(string): int', getter(read)],
  ]),
  ['getHours', 'duration_to_hours', 'duration.(): int', inUnits(3_600n * SECOND)],
  ['getMinutes', 'duration_to_minutes', 'duration.(): int', inUnits(60n * SECOND)],
  ['getSeconds', 'duration_to_seconds', 'duration.(): int', inUnits(SECOND)],
  ['getMilliseconds', 'duration_to_milliseconds', 'duration.(): int', inUnits(1_000_000n)],
];

export const timestampFrom = (text: string): Timestamp | Fault => {
  const time = parseTimestamp(text);
  return time === undefined
    ? new Fault("type conversion error from 'string' to 'google.protobuf.Timestamp'")
    : timestampOf(time.nanoseconds, time.offset);
};
export const durationFrom = (text: string): Duration | Fault => {
  const nanoseconds = parseDuration(text);
  return nanoseconds === undefined
    ? new Fault("type conversion error from 'string' to 'google.protobuf.Duration'")
    : new Duration(nanoseconds);
};
export const SECOND_NANOSECONDS = SECOND;
