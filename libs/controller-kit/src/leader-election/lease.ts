import type { HasMetadata } from '@orch/client';

/** A Lease of the coordination group, v1. */
export interface Lease extends HasMetadata {
  spec?: LeaseSpec;
}

export interface LeaseSpec {
  /** Empty or absent: the lease has no holder. */
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  /** RFC 3339 with microseconds, by the holder's clock: informational, never used in computations. */
  acquireTime?: string;
  renewTime?: string;
  /** How often the holder has changed. */
  leaseTransitions?: number;
}
