const UNITS = [
  ['y', 365 * 86_400],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** A span as the command line shows ages: `45s`, `5m12s`, `3h`, `12d`, `2y10d`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 120) return `${seconds}s`;
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? UNITS[UNITS.length - 1]!;
  const next = UNITS[UNITS.findIndex(([name]) => name === unit) + 1];
  const whole = Math.floor(seconds / size);
  const [nextUnit, nextSize] = next ?? ['s', 1];
  const rest = Math.floor((seconds - whole * size) / nextSize);
  return whole < 10 && rest > 0 ? `${whole}${unit}${rest}${nextUnit}` : `${whole}${unit}`;
}

/** Time since `timestamp` (RFC 3339), or '' without one. */
export function formatAge(timestamp: string | undefined, now = Date.now()): string {
  const then = Date.parse(timestamp ?? '');
  return Number.isNaN(then) ? '' : formatSpan(now - then);
}
