import type { IpFamily } from '@orch/apimachinery';

/** Addresses and ports that a service needs in addition to its current ones. */
export interface ServiceDemand {
  /** One per family; without `ip` any of the family. In canonical form. */
  readonly addresses: readonly { readonly family: IpFamily; readonly ip?: string }[];
  /** Node ports, the same one twice being refused; undefined requests any. */
  readonly ports: readonly (number | undefined)[];
}

/** Allocated addresses and ports, in the order of the demand; also those of a stored service. */
export interface ServiceGrant {
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
}

/** The service for which numbers are allocated. The uid is that of this attempt of a create. */
export interface ServiceOwner {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Allocates addresses and node ports, each to one service. Synchronous where the state is in memory. */
export interface ServiceAllocator {
  /** Configured IP families, the default first. */
  readonly families: readonly IpFamily[];
  /**
   * Reserves all of the demand or nothing.
   * @param dryRun reserves nothing, but returns a grant. Requested numbers may be taken, and ports may be out of range.
   * @throws AllocationError when a number is taken, out of range, or the range is full; ApiError when the store is unavailable.
   */
  reserve(demand: ServiceDemand, owner: ServiceOwner, dryRun: boolean): ServiceGrant | Promise<ServiceGrant>;
  /** Releases the reservation of a write that was not stored, or whose outcome is unknown. Never rejects. */
  giveBack(grant: ServiceGrant, owner: ServiceOwner, outcome: 'NotStored' | 'Unknown'): void | Promise<void>;
  /** Marks the numbers of a stored service as allocated. Ignores those outside the ranges, which may have changed since. */
  hold(grant: ServiceGrant): void;
  /** Releases the numbers of a stored service. Ignores free ones. */
  release(grant: ServiceGrant, owner: ServiceOwner): void;
}

export type AllocationErrorCode = 'Taken' | 'OutOfRange' | 'UsedUp';

/** A demand cannot be met. */
export class AllocationError extends Error {
  override readonly name = 'AllocationError';
  constructor(
    readonly code: AllocationErrorCode,
    readonly of: 'addresses' | 'ports',
    /** Index in the demand. */
    readonly index: number,
    /** The range, as given by its flag. */
    readonly range: string,
  ) {
    super(`${of}[${index}]: ${code} (${range})`);
  }
}
