import { Quantity } from '@orch/apimachinery';
import type { Claim, Volume } from '../shared/volume-objects.js';

/** Whether a bound claim requests more storage than it has. */
export function isToExpand({ spec, status }: Claim): boolean {
  if (status?.phase !== 'Bound') return false;
  return isLess(status.capacity?.['storage'], spec?.resources?.requests?.['storage']);
}

/** Whether a changed claim is to be looked at: nothing else of it concerns expansion. */
export const isExpansion = (object: Claim, old: Claim | undefined): boolean =>
  isToExpand(object) && (old === undefined || !isToExpand(old) || requestOf(old) !== requestOf(object));

/** Whether the volume is bound to the claim, by its reference. */
export function isVolumeOf({ metadata: { namespace, uid } }: Claim, { spec }: Volume): boolean {
  return spec?.claimRef !== undefined && spec.claimRef.namespace === namespace && spec.claimRef.uid === uid;
}

const requestOf = ({ spec }: Claim): string | undefined => spec?.resources?.requests?.['storage'];

const isLess = (one = '0', other = '0'): boolean => quantity(one).compare(quantity(other)) < 0;

const quantity = (text: string): Quantity => Quantity.parse(text) ?? Quantity.zero;
