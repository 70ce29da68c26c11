import { formatIp, parseCidr, type Cidr } from '@orch/apimachinery';

/** Bounds of a range of addresses: at least eight, at most what fits into memory. */
const MIN_ADDRESSES = 8n;
const MAX_ADDRESSES = 1n << 20n;
const MAX_PORT = 65_535;

/** Allocatable node ports; both ends are included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
  /** As given by the flag. */
  readonly text: string;
}

/** An invalid range. */
export class ServiceRangeError extends Error {
  override readonly name = 'ServiceRangeError';
}

/**
 * Ranges of cluster addresses: one, or one per family.
 * @throws ServiceRangeError.
 */
export function parseClusterIpRanges(texts: readonly string[]): Cidr[] {
  if (texts.length < 1 || texts.length > 2) throw new ServiceRangeError('must be one range, or one of each family');
  const ranges = texts.map((text) => {
    const range = parseCidr(text.trim());
    if (!range) throw new ServiceRangeError(`${JSON.stringify(text)} is not a range such as 10.0.0.0/24`);
    if (range.size < MIN_ADDRESSES) throw new ServiceRangeError(`${text} must have at least 8 addresses`);
    if (range.size > MAX_ADDRESSES)
      throw new ServiceRangeError(`${text} is too large: the prefix must be at least /12, or /108 for IPv6`);
    return range;
  });
  if (new Set(ranges.map(({ family }) => family)).size < ranges.length)
    throw new ServiceRangeError('two ranges must be of different families');
  return ranges;
}

/** Address of the service of the API server itself: the first of the first range. */
export const firstServiceAddress = ({ family, first }: Cidr): string => formatIp({ family, value: first + 1n });

/** @throws ServiceRangeError. */
export function parsePortRange(text: string): PortRange {
  const [, from, to] = /^(\d{1,5})-(\d{1,5})$/.exec(text.trim()) ?? [];
  const first = Number(from);
  const last = Number(to);
  if (from === undefined || to === undefined || first < 1 || last > MAX_PORT || first > last)
    throw new ServiceRangeError(`${JSON.stringify(text)} is not a range of ports such as 30000-32767`);
  return { first, last, text: `${first}-${last}` };
}
