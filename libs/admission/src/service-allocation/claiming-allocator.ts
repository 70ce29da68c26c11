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

/** One address or port of a demand: which of them, and the demand for it alone. */
interface Slot {
  readonly of: 'addresses' | 'ports';
  readonly index: number;
  readonly demand: ServiceDemand;
}

/**
 * Hands out where several servers write one store: memory says what is likely to be free, a claim in the store makes it this service's own.
 * A claim alone is not enough, since services from before there were claims have none: the claim is made first, and what
 * was stored before it is known here when it stands. So one of two is always seen: the other's claim, or its service.
 */
export class ClaimingAllocator implements ServiceAllocator {
  /** What stored services have, by the name of its claim. */
  private readonly stored = new Set<string>();

  /** @param memory of this allocator alone. */
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
    this.forget(grant);
    // It may have been stored: then its claim is needed, else it is found abandoned.
    if (outcome === 'NotStored') await this.leave(grant, owner);
  }

  hold(grant: ServiceGrant): void {
    this.memory.hold(grant);
    for (const what of claimables(grant)) this.stored.add(what.name);
  }

  release(grant: ServiceGrant, owner: ServiceOwner): void {
    this.memory.release(grant);
    for (const what of claimables(grant)) this.stored.delete(what.name);
    // Every server sees the service go and ends its claim: whoever comes second finds it gone.
    void this.leave(grant, owner);
  }

  /** The slot's part of the grant. What turned out to be another's is tried no further while this looks. */
  private async take(slot: Slot, likely: ServiceGrant, owner: ServiceOwner): Promise<ServiceGrant> {
    const passed: ServiceGrant[] = [];
    try {
      for (let found = partOf(likely, slot); ; found = this.another(slot, owner)) {
        const [what] = claimables(found);
        passed.push(found);
        if (!(await this.claim(what!, owner))) continue;
        passed.pop();
        return found;
      }
    } finally {
      this.forget(passed.reduce(joined, NONE));
    }
  }

  /** Another one that is likely to be free. A slot that names one has no other: it is taken here still, and that is told. */
  private another({ of, index, demand }: Slot, owner: ServiceOwner): ServiceGrant {
    try {
      return this.memory.reserve(demand, owner, false);
    } catch (error) {
      throw error instanceof AllocationError ? new AllocationError(error.code, of, index, error.range) : error;
    }
  }

  private async claim(what: Claimable, owner: ServiceOwner): Promise<boolean> {
    if (!(await this.claims.take(what, owner))) return false;
    if (!this.stored.has(what.name)) return true;
    // A service without a claim came to be seen meanwhile.
    await this.claims.leave(what, owner);
    return false;
  }

  /** Free here again, but for what stored services have. */
  private forget({ addresses, ports }: ServiceGrant): void {
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

/** An address has several spellings, and one claim. */
function addressName(ip: string): string {
  const parsed = parseIp(ip);
  return parsed ? formatIp(parsed) : ip;
}

const portName = (port: number): string => String(port);

/** Clients learn that they may try again; what the store itself says is not theirs to read. */
function toApiErrorIfUnavailable(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  return ApiError.serviceUnavailable(
    'the store is not available: no address can be taken now, please try again',
    2,
    error,
  );
}
