import { fieldError, legacyIpFamilyOf, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkLegacyCidr } from '../../../validation/ip-values.js';
import type { NodeSpec } from './node-spec.js';

/** `podCIDR` is the first of `podCIDRs`, whichever of the two was written; of two that differ it counts. */
export function podRangeDefaults(spec: NodeSpec): NodeSpec {
  const { podCIDR, podCIDRs = [] } = spec;
  if (podCIDR && podCIDRs[0] !== podCIDR) return { ...spec, podCIDRs: [podCIDR] };
  const first = podCIDRs[0];
  return first && !podCIDR ? { ...spec, podCIDR: first } : spec;
}

/** One range of addresses for the node's pods, or one of each family. */
export function validatePodRanges(path: FieldPath, { podCIDRs = [] }: NodeSpec): FieldError[] {
  const at = path.child('podCIDRs');
  const errors = podCIDRs.flatMap((range, index) => checkLegacyCidr(at.index(index), range));
  if (errors.length > 0) return errors;
  const families = podCIDRs.map((range) => legacyIpFamilyOf(range.slice(0, range.indexOf('/'))));
  return new Set(families).size < families.length
    ? [fieldError.invalid(at, podCIDRs, 'may specify no more than one CIDR for each IP family')]
    : [];
}
