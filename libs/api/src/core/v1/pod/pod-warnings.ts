import type { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { ipWarnings } from '../../../validation/ip-warnings.js';
import { deprecatedNodeLabel, mapLabelWarnings, requirementWarnings } from '../node-label-warnings.js';
import { overlapWarnings } from '../volume/overlapping-paths.js';
import { volumeWarnings } from '../volume/volume-warnings.js';
import type { Affinity, NodeAffinity, PodAffinity, PodAffinityTerm } from './affinity.js';
import { ComparisonBudget } from './comparison-budget.js';
import {
  amountWarnings,
  containerWarnings,
  portNameWarnings,
  portWarnings,
  SECCOMP_REMOVED,
  type PlacedContainer,
} from './container-warnings.js';
import type { PodSpec } from './pod-spec.js';
import type { PodTemplateSpec } from './pod-template-spec.js';
import { warningText } from '../../../validation/warning-text.js';

/** What the texts depend on in addition to the pod. */
export interface WarningNames {
  readonly vocabulary: Vocabulary;
  readonly features: FeatureGates;
}

/** As `PodTemplateSpec`, or a pod. */
type PodLike = Pick<PodTemplateSpec, 'metadata' | 'spec'>;

const NO_SELECTOR = 'a null labelSelector results in matching no pod';

/** Warnings for the template of a workload; `path` is the template's. */
export const podTemplateWarnings = (
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  names: WarningNames,
): string[] => (template ? podWarnings(path, template, names, true) : []);

/** Warnings for valid fields that are probably mistakes, or without effect. `path` is the root of a pod, the template's of one. */
export function podWarnings(path: FieldPath, pod: PodLike, names: WarningNames, isTemplate: boolean): string[] {
  const { spec } = pod;
  if (!spec) return [];
  const at = path.child('spec');
  const annotations = { path: path.child('metadata').child('annotations'), of: pod.metadata?.annotations ?? {} };
  const containers = placedContainers(at, spec);
  const budget = new ComparisonBudget();
  const profiles = spec.securityContext;
  const { vocabulary } = names;
  const annotated = {
    path: annotations.path,
    annotations: annotations.of,
    hasAppArmor: profiles?.appArmorProfile !== undefined,
    isTemplate,
  };
  return [
    ...schedulingWarnings(at, spec, vocabulary),
    ...removedAnnotations(annotations.path, annotations.of, vocabulary),
    ...(spec.volumes ?? []).flatMap((volume, index) =>
      volumeWarnings(at.child('volumes').index(index), volume, names.features),
    ),
    ...(spec.volumes ?? []).flatMap((volume) => overlapWarnings(volume, budget)),
    ...repeatedWarnings(at.child('hostAliases'), spec.hostAliases, 'ip'),
    ...repeatedWarnings(at.child('imagePullSecrets'), spec.imagePullSecrets, 'name'),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name }, index) =>
      name ? [] : [warningText(at.child('imagePullSecrets').index(index).child('name'), 'invalid empty name ""')],
    ),
    ...amountWarnings(at.child('overhead'), spec.overhead),
    ...(!profiles?.seccompProfile && Object.hasOwn(annotations.of, vocabulary.annotations.seccompPod)
      ? [warningText(annotations.path.key(vocabulary.annotations.seccompPod), SECCOMP_REMOVED)]
      : []),
    ...containers.flatMap((container) => containerWarnings(container, annotated, vocabulary.annotations)),
    ...portWarnings(containers, budget),
    ...portNameWarnings(containers, budget),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [
          warningText(
            at.child('terminationGracePeriodSeconds'),
            'must be >= 0; negative values are invalid and will be treated as 1',
          ),
        ]
      : []),
    ...(spec.affinity ? affinityTermWarnings(at.child('affinity'), spec.affinity) : []),
    ...(spec.dnsConfig?.nameservers ?? []).flatMap((ip, index) =>
      ipWarnings(at.child('dnsConfig').child('nameservers').index(index), ip, vocabulary),
    ),
    ...(spec.hostAliases ?? []).flatMap(({ ip }, index) =>
      ipWarnings(at.child('hostAliases').index(index).child('ip'), ip, vocabulary),
    ),
  ];
}

const placedContainers = (path: FieldPath, spec: PodSpec): PlacedContainer[] =>
  (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, index) => ({ path: path.child(list).index(index), container })),
  );

/** Deprecated labels of nodes, and selectors that select nothing. */
const schedulingWarnings = (path: FieldPath, spec: PodSpec, { labels }: Vocabulary): string[] => [
  ...mapLabelWarnings(spec.nodeSelector, labels, (label, why) =>
    warningText(path.child('nodeSelector').key(label), why),
  ),
  ...(spec.affinity?.nodeAffinity
    ? nodeAffinityWarnings(path.child('affinity').child('nodeAffinity'), spec.affinity.nodeAffinity, labels)
    : []),
  ...(spec.topologySpreadConstraints ?? []).flatMap(({ topologyKey, labelSelector }, index) => {
    const at = path.child('topologySpreadConstraints').index(index);
    const why = deprecatedNodeLabel(topologyKey, labels);
    return [
      ...(why === undefined ? [] : [warningText(at.child('topologyKey'), `${topologyKey} is ${why}`)]),
      ...(labelSelector ? [] : [warningText(at.child('labelSelector'), NO_SELECTOR)]),
    ];
  }),
];

function nodeAffinityWarnings(path: FieldPath, affinity: NodeAffinity, labels: Vocabulary['labels']): string[] {
  const terms = path.child('requiredDuringSchedulingIgnoredDuringExecution').child('nodeSelectorTerms');
  const weighted = path.child('preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...(affinity.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []).flatMap(
      ({ matchExpressions }, index) =>
        requirementWarnings(terms.index(index).child('matchExpressions'), matchExpressions, labels),
    ),
    ...(affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ preference }, index) =>
      requirementWarnings(
        weighted.index(index).child('preference').child('matchExpressions'),
        preference?.matchExpressions,
        labels,
        true,
      ),
    ),
  ];
}

const removedAnnotations = (
  path: FieldPath,
  sent: Readonly<Record<string, string>>,
  { annotations }: Vocabulary,
): string[] =>
  [...annotations.removedOfPods].flatMap(([name, [since, field]]) =>
    Object.hasOwn(sent, name)
      ? [warningText(path.key(name), `non-functional in ${since}+; use the "${field}" field instead`)]
      : [],
  );

/** Items that have the same value of a field as one before. */
function repeatedWarnings<K extends string>(
  path: FieldPath,
  items: readonly Partial<Record<K, string>>[] | undefined,
  field: K,
): string[] {
  const seen = new Set<string>();
  return (items ?? []).flatMap((item, index) => {
    const value = item[field] ?? '';
    if (seen.has(value)) return [warningText(path.index(index).child(field), `duplicate ${field} "${value}"`)];
    seen.add(value);
    return [];
  });
}

const affinityTermWarnings = (path: FieldPath, affinity: Affinity): string[] => [
  ...termsWithoutSelector(path.child('podAffinity'), affinity.podAffinity),
  ...termsWithoutSelector(path.child('podAntiAffinity'), affinity.podAntiAffinity),
];

function termsWithoutSelector(path: FieldPath, terms: PodAffinity = {}): string[] {
  const required = path.child('requiredDuringSchedulingIgnoredDuringExecution');
  const preferred = path.child('preferredDuringSchedulingIgnoredDuringExecution');
  const check = (at: FieldPath, term: PodAffinityTerm | undefined): string[] =>
    term?.labelSelector ? [] : [warningText(at.child('labelSelector'), NO_SELECTOR)];
  return [
    ...(terms.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term, index) =>
      check(required.index(index), term),
    ),
    ...(terms.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ podAffinityTerm }, index) =>
      check(preferred.index(index).child('podAffinityTerm'), podAffinityTerm),
    ),
  ];
}
