import type { IpFamily } from '@orch/apimachinery';

/** What a service needs beside what it has. */
export interface ServiceDemand {
  /** One a family; without `ip` any of the family. */
  readonly addresses: readonly { readonly family: IpFamily; readonly ip?: string }[];
  /** Node ports, each once; undefined takes any. */
  readonly ports: readonly (number | undefined)[];
}

/** What was handed out, in the order of the demand; also what a service has. */
export interface ServiceGrant {
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
}

/** For whom something is taken. The uid is that of this very attempt of a create. */
export interface ServiceOwner {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Hands out addresses and node ports, each to one service. Answers at once where the state is at hand. */
export interface ServiceAllocator {
  /** Families of which there are addresses, the default one first. */
  readonly families: readonly IpFamily[];
  /**
   * Takes all of the demand or nothing.
   * @param dryRun takes nothing at all, but answers as if.
   * @throws AllocationError when something is taken, out of range or used up; ApiError when that cannot be known now.
   */
  reserve(demand: ServiceDemand, owner: ServiceOwner, dryRun: boolean): ServiceGrant | Promise<ServiceGrant>;
  /** Takes back what was reserved for a write that was not stored, or of which nobody knows. Never rejects. */
  giveBack(grant: ServiceGrant, owner: ServiceOwner, outcome: 'NotStored' | 'Unknown'): void | Promise<void>;
  /** Marks what a stored service has. What is not of the ranges is left alone: the ranges were others when it was given. */
  hold(grant: ServiceGrant): void;
  /** Takes back what a stored service had. What nobody has stays free. */
  release(grant: ServiceGrant, owner: ServiceOwner): void;
}

export type AllocationErrorCode = 'Taken' | 'OutOfRange' | 'UsedUp';

/** Why a demand cannot be met. */
export class AllocationError extends Error {
  override readonly name = 'AllocationError';
  constructor(
    readonly code: AllocationErrorCode,
    readonly of: 'addresses' | 'ports',
    /** Which of them, in the order of the demand. */
    readonly index: number,
    /** The range they are of, as its flag says it. */
    readonly range: string,
  ) {
    super(`${of}[${index}]: ${code} (${range})`);
  }
}
