/** The first second of the year 0, and the first of the year 10000. */
const FIRST_SECOND = -62_167_219_200;
const END_SECOND = 253_402_300_800;
const NANOSECONDS = 1_000_000_000;

/** RFC 3339 text of seconds since 1970, with the digits of their fraction; undefined outside of the years 0 to 9999. */
export function epochTimeText(seconds: number): string | undefined {
  const whole = Math.floor(seconds);
  if (!(whole >= FIRST_SECOND && whole < END_SECOND)) return undefined;
  const nanoseconds = Math.trunc((seconds - whole) * NANOSECONDS);
  const fraction = nanoseconds === 0 ? '' : `.${String(nanoseconds).padStart(9, '0').replace(/0+$/, '')}`;
  return `${new Date(whole * 1_000).toISOString().slice(0, 19)}${fraction}Z`;
}
