import { Quantity, type ApiObject } from '@orch/apimachinery';
import { ONE, type Amounts } from './amounts.js';

/** A claim, as far as quotas look at it. */
interface QuotaClaim extends ApiObject {
  readonly spec?: {
    readonly storageClassName?: string;
    readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
  };
  readonly status?: { readonly allocatedResources?: Readonly<Record<string, string>> };
}

const STORAGE = 'requests.storage';

/**
 * What a claim counts for, beside the object itself: storage, in all and for its class. While it grows, the larger of what is asked for and
 * what is allocated.
 */
export function claimUsage({ spec, status }: QuotaClaim, classSuffix: string): Amounts {
  const usage = new Map<string, Quantity>([['persistentvolumeclaims', ONE]]);
  const asked = Quantity.parse(spec?.resources?.requests?.['storage'] ?? '') ?? Quantity.zero;
  const allocated = Quantity.parse(status?.allocatedResources?.['storage'] ?? '') ?? Quantity.zero;
  const storage = asked.compare(allocated) < 0 ? allocated : asked;
  usage.set(STORAGE, storage);
  const storageClass = spec?.storageClassName;
  if (storageClass) {
    usage.set(`${storageClass}${classSuffix}${STORAGE}`, storage);
    usage.set(`${storageClass}${classSuffix}persistentvolumeclaims`, ONE);
  }
  return usage;
}
