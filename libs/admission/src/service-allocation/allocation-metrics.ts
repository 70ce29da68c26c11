import { type AddMetric, Count, countersOf, Series } from '@orch/http';

/** Who chose the number: the writer of the service, or the server. */
export type AllocationScope = 'static' | 'dynamic';

/** How full a range of addresses or ports is. */
export interface PoolUse {
  readonly taken: number;
  readonly free: number;
}

/** The ranges of an allocator. */
export interface MeasuredPools {
  /** By range, as in messages. */
  readonly addresses: ReadonlyMap<string, PoolUse>;
  readonly ports: PoolUse;
}

/** Allocations of addresses and node ports, with the names and labels of kube-apiserver. Dry runs are not counted, nor numbers outside the range. */
export class AllocationMetrics {
  private readonly addresses = { done: new Series(() => new Count()), failed: new Series(() => new Count()) };
  private readonly ports = { done: new Series(() => new Count()), failed: new Series(() => new Count()) };
  private pools: MeasuredPools | undefined;

  /** Shows how full these ranges are. */
  show(pools: MeasuredPools): void {
    this.pools = pools;
  }

  /** @param cidr the range. */
  address(cidr: string, scope: AllocationScope, isAllocated: boolean): void {
    this.addresses[isAllocated ? 'done' : 'failed'].of({ cidr, scope })?.add();
  }

  port(scope: AllocationScope, isAllocated: boolean): void {
    this.ports[isAllocated ? 'done' : 'failed'].of({ scope })?.add();
  }

  addTo(add: AddMetric): void {
    const ip = 'kube_apiserver_clusterip_allocator_';
    const port = 'kube_apiserver_nodeport_allocator_';
    const addresses = (of: keyof PoolUse) => () =>
      [...(this.pools?.addresses ?? [])].map(([cidr, use]) => ({ labels: { cidr }, value: use[of] }));
    const ports = (of: keyof PoolUse) => () => (this.pools ? [{ labels: {}, value: this.pools.ports[of] }] : []);
    add(`${ip}allocated_ips`, 'gauge', 'Allocated cluster addresses by range.', addresses('taken'));
    add(`${ip}available_ips`, 'gauge', 'Free cluster addresses by range.', addresses('free'));
    add(`${port}allocated_ports`, 'gauge', 'Allocated node ports.', ports('taken'));
    add(`${port}available_ports`, 'gauge', 'Free node ports.', ports('free'));
    const counters = [
      [`${ip}allocation_total`, 'Allocations of cluster addresses.', this.addresses.done],
      [`${ip}allocation_errors_total`, 'Cluster addresses that could not be allocated.', this.addresses.failed],
      [`${port}allocation_total`, 'Allocations of node ports.', this.ports.done],
      [`${port}allocation_errors_total`, 'Node ports that could not be allocated.', this.ports.failed],
    ] as const;
    for (const [name, help, series] of counters) add(name, 'counter', help, () => countersOf(series));
  }
}
