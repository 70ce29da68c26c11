import type { RedisTarget } from '@orch/storage';

/** The names that a machine has for itself. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Whether two addresses are of one store, as far as they tell: names are not looked up, but those of this machine are one. Users,
 * passwords and TLS make no other store. Of a cluster or Sentinels one address in common is enough.
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
