import { formatMicroTime } from '@orch/apimachinery';
import type { Lease, LeaseSpec } from './lease.js';

/** The spec with which `identity` takes or keeps a lease. Pure. */
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

/** The spec that gives a lease back; the short duration lets others take it at once. Pure. */
export const releaseSpec = (current: LeaseSpec | undefined, nowMs: number): LeaseSpec => ({
  holderIdentity: '',
  leaseDurationSeconds: 1,
  acquireTime: formatMicroTime(nowMs),
  renewTime: formatMicroTime(nowMs),
  leaseTransitions: current?.leaseTransitions ?? 0,
});

/**
 * When a lease held by another may be taken, reckoned on our own clock alone: its holder has shown no sign for the
 * whole duration since we last saw the lease change.
 */
export class LeaseObservation {
  private lastSeen: string | undefined;
  private changedAtMs = 0;

  /** Notes what the lease looks like now. */
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
