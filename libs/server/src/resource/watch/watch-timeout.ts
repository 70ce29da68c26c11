import { LONGEST_TIMER_MS, type Random } from '@orch/apimachinery';

/**
 * How long a watch stays open (C-034, D-134). Unit of the result: milliseconds.
 * @param seconds what the client asked for with `timeoutSeconds`; 0: nothing; less: the watch ends at once, as in kube-apiserver.
 * @param minRequestTimeoutMs without a request of the client it is one to two times this, so that not all watches end at once.
 */
export function watchTimeoutMs(seconds: number, minRequestTimeoutMs: number, random: Random): number {
  const timeoutMs = seconds === 0 ? minRequestTimeoutMs * (1 + random()) : Math.max(0, seconds * 1_000);
  return Math.min(timeoutMs, LONGEST_TIMER_MS);
}
