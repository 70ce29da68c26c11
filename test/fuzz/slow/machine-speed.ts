/** CPU time of the fixed work on the two-core machine for which limits are written. Unit: milliseconds. */
const REFERENCE_MS = 25;
const RUNS = 5;

/** Work like that of requests: text is read, members are looked up, sorted and copied, text is written. */
function fixedWork(): number {
  const object = Object.fromEntries(
    Array.from({ length: 12_000 }, (_, i) => [`k${(i * 7_919) % 12_000}`, { v: `${i}` }]),
  );
  const read = JSON.parse(JSON.stringify(object)) as Record<string, { v: string }>;
  const names = Object.keys(read).sort();
  const copy: Record<string, string> = {};
  for (const name of names) copy[name] = read[name]!.v;
  return JSON.stringify(copy).length;
}

/**
 * How much slower than the reference this machine is now: 1 when it is as fast or faster.
 * @param clock milliseconds of CPU time.
 */
export function slowness(clock: () => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const start = clock();
    fixedWork();
    least = Math.min(least, clock() - start);
  }
  return Math.max(1, least / REFERENCE_MS);
}
