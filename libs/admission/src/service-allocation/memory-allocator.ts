import { ipFamilyOf, type Cidr, type IpFamily, type Random } from '@orch/apimachinery';
import { AddressPool } from './address-pool.js';
import { AllocationMetrics } from './allocation-metrics.js';
import { NumberPool } from './number-pool.js';
import {
  AllocationError,
  type ServiceAllocator,
  type ServiceDemand,
  type ServiceGrant,
  type ServiceOwner,
} from './service-allocator.js';
import type { PortRange } from './service-ranges.js';

/** Allocates in memory: correct as long as one process writes services. */
export class MemoryAllocator implements ServiceAllocator {
  readonly families: readonly IpFamily[];
  readonly #addresses: ReadonlyMap<IpFamily, AddressPool>;
  readonly #ports: NumberPool;

  constructor(
    clusterIpRanges: readonly Cidr[],
    private readonly portRange: PortRange,
    random: Random,
    private readonly metrics = new AllocationMetrics(),
  ) {
    this.families = clusterIpRanges.map(({ family }) => family);
    this.#addresses = new Map(clusterIpRanges.map((range) => [range.family, new AddressPool(range, random)]));
    this.#ports = new NumberPool(portRange.last - portRange.first + 1, random);
    const pools = [...this.#addresses.values()];
    metrics.show({ addresses: new Map(pools.map((pool) => [pool.text, pool])), ports: this.#ports });
  }

  reserve(demand: ServiceDemand, _owner: ServiceOwner, dryRun: boolean): ServiceGrant {
    return dryRun ? this.propose(demand) : this.allocate(demand, this.metrics);
  }

  /** @param metrics undefined: not counted. */
  private allocate(demand: ServiceDemand, metrics: AllocationMetrics | undefined): ServiceGrant {
    const addresses: string[] = [];
    const ports: number[] = [];
    try {
      for (const [index, wanted] of demand.addresses.entries()) addresses[index] = this.address(wanted, index, metrics);
      // Requested ports first, so that dynamic allocation does not take them.
      for (const [index, port] of demand.ports.entries())
        if (port !== undefined) ports[index] = this.port(port, index, metrics);
      for (const [index, port] of demand.ports.entries())
        if (port === undefined) ports[index] = this.anyPort(index, metrics);
    } catch (error) {
      this.release({ addresses, ports: ports.filter((port) => port !== undefined) });
      throw error;
    }
    return { addresses, ports };
  }

  /** A grant of a dry run: requested numbers are not looked up, as in kube-apiserver; an address is still one of a range. */
  private propose(demand: ServiceDemand): ServiceGrant {
    const asked = new Set<number>();
    for (const [index, port] of demand.ports.entries()) {
      if (port === undefined) continue;
      if (asked.has(port)) throw new AllocationError('Taken', 'ports', index, this.portRange.text);
      asked.add(port);
    }
    const free = this.allocate(
      {
        addresses: demand.addresses.filter(({ ip }) => ip === undefined),
        ports: demand.ports.filter((port) => port === undefined),
      },
      undefined,
    );
    this.release(free);
    const [addresses, ports] = [free.addresses.values(), free.ports.values()];
    return {
      addresses: demand.addresses.map(({ family, ip }, index) => {
        if (ip === undefined) return addresses.next().value!;
        const pool = this.#addresses.get(family);
        if (pool?.holds(ip)) return ip;
        throw new AllocationError('OutOfRange', 'addresses', index, pool?.text ?? this.families.join(','));
      }),
      ports: demand.ports.map((port) => port ?? ports.next().value!),
    };
  }

  /** With a store that only this process writes, an unknown outcome means that the store failed: nothing is allocated any more. */
  giveBack(grant: ServiceGrant): void {
    this.release(grant);
  }

  release({ addresses, ports }: ServiceGrant): void {
    for (const ip of addresses) this.poolOf(ip)?.release(ip);
    for (const port of ports) this.#ports.release(port - this.portRange.first);
  }

  hold({ addresses, ports }: ServiceGrant): void {
    for (const ip of addresses) this.poolOf(ip)?.take(ip);
    for (const port of ports) {
      const number = port - this.portRange.first;
      if (this.#ports.holds(number)) this.#ports.take(number);
    }
  }

  private poolOf(ip: string): AddressPool | undefined {
    const family = ipFamilyOf(ip);
    const pool = family && this.#addresses.get(family);
    return pool?.holds(ip) ? pool : undefined;
  }

  private address(
    { family, ip }: ServiceDemand['addresses'][number],
    index: number,
    metrics: AllocationMetrics | undefined,
  ): string {
    const pool = this.#addresses.get(family);
    if (!pool) throw new AllocationError('OutOfRange', 'addresses', index, this.families.join(','));
    if (ip === undefined) {
      const taken = pool.takeAny();
      metrics?.address(pool.text, 'dynamic', taken !== undefined);
      if (taken === undefined) throw new AllocationError('UsedUp', 'addresses', index, pool.text);
      return taken;
    }
    if (!pool.holds(ip)) throw new AllocationError('OutOfRange', 'addresses', index, pool.text);
    const isFree = pool.take(ip);
    metrics?.address(pool.text, 'static', isFree);
    if (!isFree) throw new AllocationError('Taken', 'addresses', index, pool.text);
    return ip;
  }

  private port(port: number, index: number, metrics: AllocationMetrics | undefined): number {
    const number = port - this.portRange.first;
    if (!this.#ports.holds(number)) throw new AllocationError('OutOfRange', 'ports', index, this.portRange.text);
    const isFree = this.#ports.take(number);
    metrics?.port('static', isFree);
    if (!isFree) throw new AllocationError('Taken', 'ports', index, this.portRange.text);
    return port;
  }

  private anyPort(index: number, metrics: AllocationMetrics | undefined): number {
    const number = this.#ports.takeAny();
    metrics?.port('dynamic', number !== undefined);
    if (number === undefined) throw new AllocationError('UsedUp', 'ports', index, this.portRange.text);
    return this.portRange.first + number;
  }
}
