const number = (value, digits) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Digits behind the point of a bound: 1 of 1.5, 2 of 1.05. */
const decimalsOf = (bound) => String(bound).split('.')[1]?.length ?? 0;

/**
 * `median (min to max)`, or the median alone where there was one round.
 * @param {import('../statistics.mjs').Spread | undefined} spread
 * @param {number} digits
 */
export function spreadCell(spread, digits) {
  if (spread === undefined) return '';
  const { median, min, max } = spread;
  if (min === max) return number(median, digits);
  return `${number(median, digits)} (${number(min, digits)} to ${number(max, digits)})`;
}

/**
 * The tables of a run: one for each measurement, and one of the goals.
 * @param {object} run
 * @returns {{ title: string, setting?: string, head: string[], rows: string[][] }[]}
 */
export function tables({ measurements, goals }) {
  const measured = measurements.map(({ title, setting, columns, rows }) => ({
    title,
    setting,
    head: ['', ...columns.map((column) => column.title)],
    rows: rows.map(({ name, metrics }) => [
      name,
      ...columns.map(({ key, digits }) => spreadCell(metrics[key], digits)),
    ]),
  }));
  const goalRows = goals.map((goal) => {
    const digits = goal.median < 20 ? 2 : 0;
    const bound =
      goal.atLeast !== undefined
        ? `at least ${number(goal.atLeast, goal.atLeast % 1 ? 2 : 0)}`
        : `at most ${number(goal.atMost, decimalsOf(goal.atMost))}`;
    return [goal.title, bound, spreadCell(goal, digits), goal.met ? 'yes' : 'no'];
  });
  return [{ title: 'Goals', head: ['', 'goal', 'found', 'met'], rows: goalRows }, ...measured];
}
