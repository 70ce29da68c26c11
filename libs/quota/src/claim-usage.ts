import { classOfClaim, Quantity, type ApiObject } from '@orch/apimachinery';
import { ONE, type Amounts } from './amounts.js';

/** The fields of a claim that quotas read. */
interface QuotaClaim extends ApiObject {
  readonly spec?: {
    readonly storageClassName?: string;
    readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
  };
  readonly status?: { readonly allocatedResources?: Readonly<Record<string, string>> };
}

const STORAGE = 'requests.storage';

/** Names of a vocabulary that the usage depends on. */
export interface ClaimNames {
  /** Between a class and the resource, in names of amounts by class. */
  readonly classSuffix: string;
  /** The annotation that names the class of claims of older releases. */
  readonly classAnnotation: string;
}

/**
 * Usage of a claim in addition to its object count: storage, in total and for its class. During a resize, the larger of requested and
 * allocated storage. The class annotation has precedence over the field, as for binding.
 */
export function claimUsage({ metadata, spec, status }: QuotaClaim, names: ClaimNames): Amounts {
  const { classSuffix, classAnnotation } = names;
  const usage = new Map<string, Quantity>([['persistentvolumeclaims', ONE]]);
  const asked = Quantity.parse(spec?.resources?.requests?.['storage'] ?? '') ?? Quantity.zero;
  const allocated = Quantity.parse(status?.allocatedResources?.['storage'] ?? '') ?? Quantity.zero;
  const storage = asked.compare(allocated) < 0 ? allocated : asked;
  usage.set(STORAGE, storage);
  const storageClass = classOfClaim({ metadata, spec }, classAnnotation);
  if (storageClass) {
    usage.set(`${storageClass}${classSuffix}${STORAGE}`, storage);
    usage.set(`${storageClass}${classSuffix}persistentvolumeclaims`, ONE);
  }
  return usage;
}
