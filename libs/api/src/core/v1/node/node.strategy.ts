import { fieldError, FieldPath, validateLabelValue, type ApiObject, type FieldError } from '@orch/apimachinery';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateConditions } from '../../../validation/conditions.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateAmounts, validateOneOf } from '../../../validation/values.js';
import type { NodeSpec } from './node-spec.js';
import type { Node } from './node.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** C-234. */
export const nodeStrategy = (): Strategy<Node> => ({
  validateCreate: ({ spec }) => validateSpec(spec),
  validateUpdate: ({ spec = {} }, { spec: before = {} }) => [
    ...validateSpec(spec),
    ...validateSetOnce('podCIDR', spec, before),
    ...validateSetOnce('podCIDRs', spec, before),
    ...validateSetOnce('providerID', spec, before),
  ],
});

export const nodeStatus = (): SubresourceStrategy<Node> =>
  statusSubresource<Node>({
    validateUpdate: ({ status = {} }) => [
      ...validateAmounts(STATUS.child('capacity'), status.capacity),
      ...validateAmounts(STATUS.child('allocatable'), status.allocatable),
      ...validateConditions(STATUS.child('conditions'), status.conditions),
    ],
  });

/** Until a node says otherwise, all it has can be given out. */
export function nodeDefaults(object: ApiObject): ApiObject {
  const node = object as Node;
  const { status } = node;
  return status?.capacity && !status.allocatable
    ? { ...node, status: { ...status, allocatable: status.capacity } }
    : node;
}

function validateSetOnce(field: 'podCIDR' | 'podCIDRs' | 'providerID', spec: NodeSpec, before: NodeSpec): FieldError[] {
  const value = String(spec[field] ?? '');
  const standing = String(before[field] ?? '');
  return standing === '' || value === standing
    ? []
    : [fieldError.forbidden(SPEC.child(field), 'node updates may not change it except from empty to set')];
}

function validateSpec({ taints = [] }: NodeSpec = {}): FieldError[] {
  const seen = new Set<string>();
  return taints.flatMap((taint, index) => {
    const at = SPEC.child('taints').index(index);
    const identity = `${taint.key}:${taint.effect}`;
    const repeated = seen.has(identity) ? [fieldError.duplicate(at, identity)] : [];
    seen.add(identity);
    return [
      ...checkQualifiedName(at.child('key'), taint.key ?? ''),
      ...validateLabelValue(taint.value ?? '').map((fault) =>
        fieldError.invalid(at.child('value'), taint.value, fault),
      ),
      ...(taint.effect
        ? validateOneOf(at.child('effect'), taint.effect, TAINT_EFFECTS)
        : [fieldError.required(at.child('effect'))]),
      ...repeated,
    ];
  });
}
