/**
 * Of the values of several rounds.
 * @typedef {{ median: number, min: number, max: number }} Spread
 */

/**
 * @param {readonly number[]} values at least one
 * @returns {Spread}
 */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}

/**
 * The value that `share` of all are not above: 0.99 gives the 99th percentile.
 * @param {ArrayLike<number>} sorted ascending, at least one
 * @param {number} share
 */
export const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
