import { formatMicroTime } from '@orch/apimachinery';
import type { Lease, LeaseSpec } from './lease.js';

/** The spec with which `identity` acquires or renews a lease. Pure. */
export function claimSpec(
  current: LeaseSpec | undefined,
  identity: string,
  leaseSeconds: number,
  nowMs: number,
): LeaseSpec {
  const now = formatMicroTime(nowMs);
  const own = current?.holderIdentity === identity;
  return {
    holderIdentity: identity,
    leaseDurationSeconds: leaseSeconds,
    acquireTime: own ? (current.acquireTime ?? now) : now,
    renewTime: now,
    leaseTransitions: current === undefined ? 0 : (current.leaseTransitions ?? 0) + (own ? 0 : 1),
  };
}

/** The spec of a released lease; the short duration lets others acquire it immediately. Pure. */
export const releaseSpec = (current: LeaseSpec | undefined, nowMs: number): LeaseSpec => ({
  holderIdentity: '',
  leaseDurationSeconds: 1,
  acquireTime: formatMicroTime(nowMs),
  renewTime: formatMicroTime(nowMs),
  leaseTransitions: current?.leaseTransitions ?? 0,
});

/**
 * Decides when a lease of another holder has expired, by the local monotonic clock only: the holder has not renewed it for the
 * whole duration since the last observed change.
 */
export class LeaseObservation {
  private lastSeen: string | undefined;
  private changedAtMs = 0;

  /** Records the observed state of the lease. */
  see(lease: Lease, nowMs: number): void {
    const state = JSON.stringify([lease.metadata.uid, lease.metadata.resourceVersion, lease.spec]);
    if (state === this.lastSeen) return;
    this.lastSeen = state;
    this.changedAtMs = nowMs;
  }

  isFree(lease: Lease, ownLeaseSeconds: number, nowMs: number): boolean {
    if (!lease.spec?.holderIdentity) return true;
    return nowMs > this.changedAtMs + (lease.spec.leaseDurationSeconds || ownLeaseSeconds) * 1000;
  }
}
