const DAY_MS = 86_400_000;

/**
 * How long to wait for `atMs`. At most a day at a time: timers of JavaScript end after 25 days, and a clock that is set
 * anew meanwhile is noticed.
 */
export const waitUntil = (atMs: number, nowMs: number): { readonly requeueAfterMs: number } => ({
  requeueAfterMs: Math.min(DAY_MS, Math.max(1, atMs - nowMs)),
});
