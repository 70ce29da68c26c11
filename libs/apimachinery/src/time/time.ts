import { readInstant } from './rfc3339.js';

/** A time with microseconds: `micros` (0..999) in addition to `ms` since 1970. */
export interface MicroInstant {
  readonly ms: number;
  readonly micros: number;
}

/**
 * The stored form of times: UTC, whole seconds, `2024-01-01T00:00:00Z`. A fraction is truncated.
 * @returns undefined when `text` is not RFC 3339 or not a calendar date.
 */
export function canonicalTime(text: string): string | undefined {
  const instant = readInstant(text);
  // Twenty characters: neither fraction nor offset, so the text is canonical already.
  return instant && (text.length === 20 ? text : formatTime(instant.ms));
}

/**
 * The stored form of MicroTime, used by leases and events: UTC with six decimals, `2024-01-01T00:00:00.123456Z`.
 * Further digits are truncated.
 * @returns undefined when `text` is not RFC 3339 or not a calendar date.
 */
export function canonicalMicroTime(text: string): string | undefined {
  const instant = readInstant(text);
  return instant && formatMicroTime(instant);
}

/** Milliseconds since 1970, truncated; undefined when `text` is not an RFC 3339 time. */
export const parseTimeMs = (text: string): number | undefined => readInstant(text)?.ms;

/**
 * `2024-01-01T00:00:00Z`, for `ms` since 1970, truncated to seconds.
 * @throws RangeError outside the years 0 to 9999: a bug of the caller.
 */
export function formatTime(ms: number): string {
  const second = Math.floor(ms / 1_000);
  if (second !== latest.second) latest = { second, text: `${isoText(ms).slice(0, 19)}Z` };
  return latest.text;
}

/** Cache for the current second, which most calls format (bench: create). */
let latest: { readonly second: number; readonly text: string } = { second: Number.NaN, text: '' };

/**
 * `2024-01-01T00:00:00.123456Z`. A plain number is milliseconds since 1970.
 * @throws RangeError outside the years 0 to 9999: a bug of the caller.
 */
export function formatMicroTime(at: number | MicroInstant): string {
  const { ms, micros } = typeof at === 'number' ? { ms: at, micros: 0 } : at;
  return `${isoText(ms).slice(0, 23)}${String(micros).padStart(3, '0')}Z`;
}

/** `2024-01-01T00:00:00.123Z`. */
function isoText(ms: number): string {
  const text = new Date(Math.floor(ms)).toISOString();
  if (text.length !== 24) throw new RangeError(`time ${ms} is outside the years 0 to 9999`);
  return text;
}
