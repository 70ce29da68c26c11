import { fieldError, FieldPath, type ApiObject, type FieldError } from '@orch/apimachinery';
import { statusSubresource, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { cidrWarnings } from '../../../validation/ip-warnings.js';
import { podRangeDefaults, validatePodRanges } from './pod-ranges.js';
import { validateNodeAmounts, validateNodeStatus } from './node-status.validation.js';
import type { NodeSpec } from './node-spec.js';
import type { Node } from './node.types.js';
import { hasNoScheduleTaint, withNoScheduleTaint } from './no-schedule-taint.js';
import { validateAvoidedPods } from './avoided-pods.validation.js';
import { validateTaints } from './taints.validation.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
/** Of the errors about taints, as kube-apiserver reports them. */
const TAINTS = FieldPath.of('metadata', 'taints');

/** C-234. */
export const nodeStrategy = (): Strategy<Node> => ({
  prepareForCreate: (node, { features }) => withEnabledConfig(node, undefined, features),
  prepareForUpdate: (node, old, { features }) => withEnabledConfig(node, old, features),
  validateCreate: ({ metadata, spec, status }, { vocabulary }) => [
    ...validateAvoidedPods(metadata.annotations, vocabulary),
    ...validateSpec(spec),
    ...validateNodeAmounts(STATUS, status, vocabulary),
  ],
  validateUpdate: ({ metadata, spec = {} }, { spec: before = {} }, { vocabulary }) => [
    ...validateAvoidedPods(metadata.annotations, vocabulary),
    ...validateSpec(spec),
    // The taints are looked at twice, as in kube-apiserver.
    ...validateTaints(TAINTS, spec.taints),
    ...validateSetOnce('podCIDRs', 'podCIDR', spec, before),
    ...validateSetOnce('providerID', 'providerID', spec, before),
    ...((spec.externalID ?? '') === (before.externalID ?? '')
      ? []
      : [fieldError.forbidden(SPEC.child('externalID'), 'may not be updated')]),
  ],
  warnings: ({ spec }, { vocabulary }) => [
    ...(spec?.externalID ? [`spec.externalID: this field is deprecated, and is unused by ${vocabulary.title}`] : []),
    ...(spec?.podCIDRs ?? []).flatMap((range, index) =>
      cidrWarnings(SPEC.child('podCIDRs').index(index), range, vocabulary),
    ),
  ],
});

export const nodeStatus = (): SubresourceStrategy<Node> => ({
  ...statusSubresource<Node>({
    prepareForUpdate: (sent, old, { features }) => withEnabledConfigStatus(takeStatus(sent, old), old, features),
    validateUpdate: ({ status }, _old, { vocabulary }) => validateNodeStatus(STATUS, status, vocabulary),
  }),
  // The plugin TaintNodesByCondition keeps this taint as the condition is (A-502, decision 019).
  keepAdmitted: (node, admitted, { vocabulary: { taints } }) =>
    withNoScheduleTaint(node, taints.nodeNotReady, hasNoScheduleTaint(admitted, taints.nodeNotReady)),
});

/** Allocatable defaults to capacity. */
export function nodeDefaults(object: ApiObject): ApiObject {
  const node = object as Node;
  const { status } = node;
  const spec = node.spec ? podRangeDefaults(node.spec) : undefined;
  const whole = status?.capacity && !status.allocatable ? { ...status, allocatable: status.capacity } : status;
  if (spec === node.spec && whole === status) return node;
  return { ...node, ...(spec ? { spec } : {}), ...(whole ? { status: whole } : {}) };
}

/** Dynamic node configuration is removed; a node that still has a source keeps it. */
function withEnabledConfig(node: Node, old: Node | undefined, features: FeatureGates): Node {
  if (!node.spec?.configSource || old?.spec?.configSource || features.enabled('DynamicKubeletConfig')) return node;
  const { configSource: _off, ...spec } = node.spec;
  return { ...node, spec };
}

/** As `withEnabledConfig`, of the status of such a configuration. */
function withEnabledConfigStatus(node: Node, old: Node, features: FeatureGates): Node {
  if (!node.status?.config || old.status?.config || features.enabled('DynamicKubeletConfig')) return node;
  const { config: _off, ...status } = node.status;
  return { ...node, status };
}

const validateSpec = (spec: NodeSpec = {}): FieldError[] => [
  ...validateTaints(TAINTS, spec.taints),
  ...validatePodRanges(SPEC, spec),
];

/** `podCIDR` is the first of `podCIDRs`: errors are about the list, and call it by the other name. */
function validateSetOnce(
  field: 'podCIDRs' | 'providerID',
  called: string,
  spec: NodeSpec,
  before: NodeSpec,
): FieldError[] {
  const value = String(spec[field] ?? '');
  const previous = String(before[field] ?? '');
  return previous === '' || value === previous
    ? []
    : [fieldError.forbidden(SPEC.child(field), `node updates may not change ${called} except from "" to valid`)];
}
