import { ApiError, formatIp, parseIp, type IpFamily } from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import type { AddressClaims, Claimable } from './address-claims.js';
import type { MemoryAllocator } from './memory-allocator.js';
import {
  AllocationError,
  type ServiceAllocator,
  type ServiceDemand,
  type ServiceGrant,
  type ServiceOwner,
} from './service-allocator.js';

const NONE: ServiceGrant = { addresses: [], ports: [] };

/** One address or port of a demand: its index, and a demand for it alone. */
interface Slot {
  readonly of: 'addresses' | 'ports';
  readonly index: number;
  readonly demand: ServiceDemand;
}

/**
 * Allocator for several servers on one store: the memory allocator proposes a number that is likely free, a claim in the store allocates it.
 * Services older than the introduction of claims have none, so a claim alone is not enough: a service stored before this claim was
 * created is in the cache once the claim exists. So either the other claim or the other service is always seen.
 */
export class ClaimingAllocator implements ServiceAllocator {
  /** Claim names of the addresses and ports of stored services. */
  private readonly stored = new Set<string>();

  /** @param memory used by this allocator only. */
  constructor(
    private readonly memory: MemoryAllocator,
    private readonly claims: Pick<AddressClaims, 'take' | 'leave'>,
  ) {}

  get families(): readonly IpFamily[] {
    return this.memory.families;
  }

  async reserve(demand: ServiceDemand, owner: ServiceOwner, dryRun: boolean): Promise<ServiceGrant> {
    const likely = this.memory.reserve(demand, owner, dryRun);
    if (dryRun) return likely;
    const taking = slotsOf(demand).map((slot) => this.take(slot, likely, owner));
    const ends = await Promise.allSettled(taking);
    const failed = ends.find((end) => end.status === 'rejected');
    const taken = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const grant = taken.reduce(joined, NONE);
    if (!failed) return grant;
    await this.giveBack(grant, owner, 'NotStored');
    throw toApiErrorIfUnavailable(failed.reason);
  }

  async giveBack(grant: ServiceGrant, owner: ServiceOwner, outcome: 'NotStored' | 'Unknown'): Promise<void> {
    this.free(grant);
    // With an unknown outcome the claim is kept: it is needed, or taken over as abandoned.
    if (outcome === 'NotStored') await this.leave(grant, owner);
  }

  hold(grant: ServiceGrant): void {
    this.memory.hold(grant);
    for (const what of claimables(grant)) this.stored.add(what.name);
  }

  release(grant: ServiceGrant, owner: ServiceOwner): void {
    this.memory.release(grant);
    for (const what of claimables(grant)) this.stored.delete(what.name);
    // Every server sees the delete and removes the claim: the first removal succeeds.
    void this.leave(grant, owner);
  }

  /** The slot's part of the grant. Numbers claimed by others stay reserved while the search continues. */
  private async take(slot: Slot, likely: ServiceGrant, owner: ServiceOwner): Promise<ServiceGrant> {
    const passed: ServiceGrant[] = [];
    try {
      for (let found = partOf(likely, slot); ; found = this.next(slot, owner)) {
        const [what] = claimables(found);
        passed.push(found);
        if (!(await this.claim(what!, owner))) continue;
        passed.pop();
        return found;
      }
    } finally {
      this.free(passed.reduce(joined, NONE));
    }
  }

  /** The next number that is likely free. A slot with a fixed number has no other: it is still reserved here, so this throws. */
  private next({ of, index, demand }: Slot, owner: ServiceOwner): ServiceGrant {
    try {
      return this.memory.reserve(demand, owner, false);
    } catch (error) {
      throw error instanceof AllocationError ? new AllocationError(error.code, of, index, error.range) : error;
    }
  }

  private async claim(what: Claimable, owner: ServiceOwner): Promise<boolean> {
    if (!(await this.claims.take(what, owner))) return false;
    if (!this.stored.has(what.name)) return true;
    // A service without a claim appeared meanwhile.
    await this.claims.leave(what, owner);
    return false;
  }

  /** Frees a grant in memory, except the numbers of stored services. */
  private free({ addresses, ports }: ServiceGrant): void {
    this.memory.release({
      addresses: addresses.filter((ip) => !this.stored.has(addressName(ip))),
      ports: ports.filter((port) => !this.stored.has(portName(port))),
    });
  }

  private async leave(grant: ServiceGrant, owner: ServiceOwner): Promise<void> {
    await Promise.all(claimables(grant).map((what) => this.claims.leave(what, owner)));
  }
}

const slotsOf = ({ addresses, ports }: ServiceDemand): Slot[] => [
  ...addresses.map((wanted, index): Slot => ({ of: 'addresses', index, demand: { addresses: [wanted], ports: [] } })),
  ...ports.map((port, index): Slot => ({ of: 'ports', index, demand: { addresses: [], ports: [port] } })),
];

const partOf = ({ addresses, ports }: ServiceGrant, { of, index }: Slot): ServiceGrant =>
  of === 'addresses' ? { addresses: [addresses[index]!], ports: [] } : { addresses: [], ports: [ports[index]!] };

const joined = (a: ServiceGrant, b: ServiceGrant): ServiceGrant => ({
  addresses: [...a.addresses, ...b.addresses],
  ports: [...a.ports, ...b.ports],
});

const claimables = ({ addresses, ports }: ServiceGrant): Claimable[] => [
  ...addresses.map((ip): Claimable => ({ kind: 'address', name: addressName(ip) })),
  ...ports.map((port): Claimable => ({ kind: 'port', name: portName(port) })),
];

/** Canonical: an address has several spellings but one claim. */
function addressName(ip: string): string {
  const parsed = parseIp(ip);
  return parsed ? formatIp(parsed) : ip;
}

const portName = (port: number): string => String(port);

/** Asks clients to retry, without details of the store. */
function toApiErrorIfUnavailable(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  return ApiError.serviceUnavailable(
    'the store is not available: no address can be allocated now, please try again',
    2,
    error,
  );
}
