import type { EndpointSubset } from '../shared/service-endpoints/subsets.js';

/** Maximum number of addresses in one Endpoints object. */
const MAX_ADDRESSES = 1_000;

type Part = 'addresses' | 'notReadyAddresses';

/**
 * The subsets with at most `MAX_ADDRESSES` addresses: ready ones first, each subset its share of them, rounded up.
 * @returns the same array when all have room.
 */
export function truncateSubsets(subsets: readonly EndpointSubset[]): readonly EndpointSubset[] {
  const ready = count(subsets, 'addresses');
  const notReady = count(subsets, 'notReadyAddresses');
  if (ready + notReady <= MAX_ADDRESSES) return subsets;
  if (ready <= MAX_ADDRESSES) return withShares(subsets, 'notReadyAddresses', notReady, MAX_ADDRESSES - ready);
  return withShares(
    subsets.map(({ notReadyAddresses: _left, ...subset }) => subset),
    'addresses',
    ready,
    MAX_ADDRESSES,
  ).filter(({ addresses }) => addresses !== undefined);
}

const count = (subsets: readonly EndpointSubset[], part: Part): number =>
  subsets.reduce((sum, subset) => sum + (subset[part]?.length ?? 0), 0);

function withShares(subsets: readonly EndpointSubset[], part: Part, total: number, room: number): EndpointSubset[] {
  let left = room;
  return subsets.map((subset) => {
    const { [part]: all = [], ...rest } = subset;
    const share = Math.min(left, Math.ceil((all.length / total) * room));
    const kept = all.slice(0, share);
    left -= kept.length;
    return { ...rest, ...(kept.length > 0 ? { [part]: kept } : {}) };
  });
}
