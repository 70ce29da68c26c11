/** Timing of lease renewal and acquisition. */
export interface LeaseTimes {
  /** How long others wait for a renewal by the holder; whole seconds. Default: 15. */
  readonly leaseSeconds?: number;
  /** Without a renewal for this long the holder stops. Must be below `leaseSeconds`. Default: 10. */
  readonly renewDeadlineSeconds?: number;
  /** Pause between attempts. Default: 2. */
  readonly retrySeconds?: number;
}

/** Fills in defaults. @throws RangeError when the durations are inconsistent. */
export function checkedLeaseTimes(times: LeaseTimes): Required<LeaseTimes> {
  const { leaseSeconds = 15, renewDeadlineSeconds = 10, retrySeconds = 2 } = times;
  if (!(leaseSeconds > renewDeadlineSeconds && renewDeadlineSeconds > retrySeconds * 1.2 && retrySeconds > 0))
    throw new RangeError(
      `leader election needs lease (${leaseSeconds} s) > renew deadline (${renewDeadlineSeconds} s) > 1.2 x retry (${retrySeconds} s)`,
    );
  if (!Number.isInteger(leaseSeconds))
    throw new RangeError(`leader election needs a lease of whole seconds, not ${leaseSeconds} s`);
  return { leaseSeconds, renewDeadlineSeconds, retrySeconds };
}
