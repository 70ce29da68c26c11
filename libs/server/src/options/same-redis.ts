import type { RedisTarget } from '@orch/redis';

/** Names of the local machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Whether two addresses belong to one store, without name resolution, except that all names of this machine are equal.
 * Users, passwords and TLS are ignored. Of a cluster or Sentinels one common address is enough.
 */
export function isSameRedis(one: RedisTarget, other: RedisTarget): boolean {
  if ((one.db ?? 0) !== (other.db ?? 0)) return false;
  if (one.kind === 'unix' || other.kind === 'unix')
    return one.kind === 'unix' && other.kind === 'unix' && one.path === other.path;
  if (one.kind === 'sentinel' || other.kind === 'sentinel') {
    const isSameName = one.kind === 'sentinel' && other.kind === 'sentinel' && one.name === other.name;
    return isSameName && haveOneInCommon(one.sentinels, other.sentinels);
  }
  return haveOneInCommon(nodesOf(one), nodesOf(other));
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const nodesOf = (target: RedisTarget & { readonly kind: 'single' | 'cluster' }): readonly Address[] =>
  target.kind === 'single' ? [target] : target.nodes;

function haveOneInCommon(some: readonly Address[], others: readonly Address[]): boolean {
  const names = new Set(some.map(nameOf));
  return others.some((address) => names.has(nameOf(address)));
}

function nameOf({ host, port }: Address): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  return `${LOOPBACK.has(name) ? 'localhost' : name} ${port}`;
}
