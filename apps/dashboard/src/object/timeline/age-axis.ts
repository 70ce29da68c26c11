const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const MARKS_MS = [
  ...[1, 5, 15].map((n) => n * MINUTE_MS),
  ...[1, 3, 12].map((n) => n * HOUR_MS),
  ...[1, 3, 10, 30, 100].map((n) => n * DAY_MS),
  ...[1, 3, 10].map((n) => n * 365 * DAY_MS),
];

/** Least distance of marks, as a part of the axis. */
const APART = 0.13;

/** An axis of ages on which recent times have more room: from the oldest on the left, 0, to now on the right, 1. */
export interface AgeAxis {
  readonly position: (ageMs: number) => number;
  /** Ages at which the axis is marked, the youngest first. */
  readonly marksMs: readonly number[];
}

export function ageAxis(oldestMs: number): AgeAxis {
  const whole = Math.log1p(Math.max(MINUTE_MS, oldestMs) / MINUTE_MS);
  const position = (ageMs: number): number =>
    Math.min(1, Math.max(0, 1 - Math.log1p(Math.max(0, ageMs) / MINUTE_MS) / whole));
  const marksMs: number[] = [];
  let last = 1;
  for (const mark of MARKS_MS) {
    const here = position(mark);
    if (mark > oldestMs || last - here < APART || here < APART) continue;
    marksMs.push(mark);
    last = here;
  }
  return { position, marksMs };
}
