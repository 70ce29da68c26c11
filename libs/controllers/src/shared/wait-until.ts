const DAY_MS = 86_400_000;

/**
 * Delay until `atMs`. At most a day at a time: JavaScript timers are limited to 25 days, and a clock that was set
 * meanwhile is noticed.
 */
export const waitUntil = (atMs: number, nowMs: number): { readonly requeueAfterMs: number } => ({
  requeueAfterMs: Math.min(DAY_MS, Math.max(1, atMs - nowMs)),
});
