import { parseDurationMs } from '@orch/apimachinery';

/** Times of a schedule: every minute that matches all fields, or a fixed interval. */
export type CronSchedule =
  | {
      readonly minutes: ReadonlySet<number>;
      readonly hours: ReadonlySet<number>;
      /** 1 to 31. With both days restricted, either one is enough. */
      readonly daysOfMonth: ReadonlySet<number>;
      readonly months: ReadonlySet<number>;
      /** 0 is Sunday. */
      readonly daysOfWeek: ReadonlySet<number>;
      readonly anyDayOfMonth: boolean;
      readonly anyDayOfWeek: boolean;
    }
  | { readonly everyMs: number };

interface FieldRule {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MINUTE: FieldRule = { min: 0, max: 59 };
const HOUR: FieldRule = { min: 0, max: 23 };
const DAY_OF_MONTH: FieldRule = { min: 1, max: 31 };
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH: FieldRule = { min: 1, max: 12, names: MONTHS };
const DAY_OF_WEEK: FieldRule = { min: 0, max: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] };

const SHORTHANDS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);
const EVERY = '@every ';

/**
 * Reads a schedule: five fields (minute, hour, day of month, month, day of week) of `*`, numbers, ranges, steps and lists;
 * a shorthand such as `@daily`; or `@every 1h30m`. Returns an error message if malformed.
 */
export function parseCronSchedule(text: string): CronSchedule | string {
  if (text === '') return 'empty spec string';
  if (text.startsWith('@')) return parseShorthand(text);
  const fields = text.split(/\s+/).filter((field) => field !== '');
  const [minute, hour, dayOfMonth, month, dayOfWeek] = fields;
  if (fields.length !== 5) return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  const minutes = parseField(minute!, MINUTE);
  if (typeof minutes === 'string') return minutes;
  const hours = parseField(hour!, HOUR);
  if (typeof hours === 'string') return hours;
  const daysOfMonth = parseField(dayOfMonth!, DAY_OF_MONTH);
  if (typeof daysOfMonth === 'string') return daysOfMonth;
  const months = parseField(month!, MONTH);
  if (typeof months === 'string') return months;
  const daysOfWeek = parseField(dayOfWeek!, DAY_OF_WEEK);
  if (typeof daysOfWeek === 'string') return daysOfWeek;
  const [anyDayOfMonth, anyDayOfWeek] = [isAny(dayOfMonth!), isAny(dayOfWeek!)];
  return { minutes, hours, daysOfMonth, months, daysOfWeek, anyDayOfMonth, anyDayOfWeek };
}

/** Shorter periods, also negative ones, are a second. */
const SHORTEST_MS = 1_000;

function parseShorthand(text: string): CronSchedule | string {
  const meaning = SHORTHANDS.get(text);
  if (meaning !== undefined) return parseCronSchedule(meaning);
  if (!text.startsWith(EVERY)) return `unrecognized descriptor: ${text}`;
  const period = text.slice(EVERY.length);
  const everyMs = parseDurationMs(period);
  if (everyMs === undefined)
    return `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(period)}`;
  return { everyMs: Math.max(everyMs, SHORTEST_MS) };
}

const isAny = (field: string): boolean => field.split(',').some((part) => part.startsWith('*') || part.startsWith('?'));

function parseField(field: string, rule: FieldRule): ReadonlySet<number> | string {
  const values = new Set<number>();
  // Empty parts are skipped.
  for (const part of field.split(',').filter((text) => text !== '')) {
    const range = parseRange(part, rule);
    if (typeof range === 'string') return range;
    for (let value = range.from; value <= range.to; value += range.step) values.add(value);
  }
  return values;
}

function parseRange(text: string, rule: FieldRule): { from: number; to: number; step: number } | string {
  const [span = '', stepText, ...moreSteps] = text.split('/');
  const [low = '', high, ...moreEnds] = span.split('-');
  if (moreEnds.length > 0) return `too many hyphens: ${text}`;
  if (moreSteps.length > 0) return `too many slashes: ${text}`;
  const step = stepText === undefined ? 1 : numberIn(stepText);
  if (typeof step === 'string') return step;
  if (low === '*' || low === '?')
    return step > 0 ? { from: rule.min, to: rule.max, step } : `step of range should be a positive number: ${text}`;
  const from = numberIn(low, rule.names, rule.min);
  if (typeof from === 'string') return from;
  // `5/10` is every tenth from the fifth on.
  const to = high === undefined ? (stepText === undefined ? from : rule.max) : numberIn(high, rule.names, rule.min);
  if (typeof to === 'string') return to;
  if (from < rule.min) return `beginning of range (${from}) below minimum (${rule.min}): ${text}`;
  if (to > rule.max) return `end of range (${to}) above maximum (${rule.max}): ${text}`;
  if (from > to) return `beginning of range (${from}) beyond end of range (${to}): ${text}`;
  return step > 0 ? { from, to, step } : `step of range should be a positive number: ${text}`;
}

function numberIn(text: string, names: readonly string[] = [], firstName = 0): number | string {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return named + firstName;
  if (/^\+?[0-9]{1,9}$/.test(text)) return Number(text);
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}
