const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * The precision of kubectl: the smaller unit is shown for short ages, then dropped.
 * Each row applies below its `belowMs`; with `rest` the remainder in that unit follows unless it is zero.
 */
const STEPS: readonly { belowMs: number; unit: Unit; rest?: Unit }[] = [
  { belowMs: 2 * MINUTE, unit: { ms: SECOND, letter: 's' } },
  { belowMs: 10 * MINUTE, unit: { ms: MINUTE, letter: 'm' }, rest: { ms: SECOND, letter: 's' } },
  { belowMs: 3 * HOUR, unit: { ms: MINUTE, letter: 'm' } },
  { belowMs: 8 * HOUR, unit: { ms: HOUR, letter: 'h' }, rest: { ms: MINUTE, letter: 'm' } },
  { belowMs: 2 * DAY, unit: { ms: HOUR, letter: 'h' } },
  { belowMs: 8 * DAY, unit: { ms: DAY, letter: 'd' }, rest: { ms: HOUR, letter: 'h' } },
  { belowMs: 2 * YEAR, unit: { ms: DAY, letter: 'd' } },
  { belowMs: 8 * YEAR, unit: { ms: YEAR, letter: 'y' }, rest: { ms: DAY, letter: 'd' } },
  { belowMs: Infinity, unit: { ms: YEAR, letter: 'y' } },
];

interface Unit {
  readonly ms: number;
  readonly letter: string;
}

/**
 * An age in the format of tables: `5s`, `3m`, `4d2h`. Truncated, never rounded up.
 * @param ms milliseconds; less than two seconds in the future counts as now, since clocks differ.
 * @returns `<unknown>` when undefined, `<invalid>` further in the future. Source: C-080.
 */
export function humanAge(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return '<unknown>';
  if (ms <= -2 * SECOND) return '<invalid>';
  const age = Math.max(0, ms);
  const { unit, rest } = STEPS.find((step) => age < step.belowMs)!;
  const count = `${Math.floor(age / unit.ms)}${unit.letter}`;
  const remainder = rest ? Math.floor((age % unit.ms) / rest.ms) : 0;
  return rest && remainder > 0 ? `${count}${remainder}${rest.letter}` : count;
}
