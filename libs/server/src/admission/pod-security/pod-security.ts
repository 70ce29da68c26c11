import type { Pod, PodSpec, ResourceDefinition } from '@orch/api';
import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbiddenBy } from './refusal.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { podSpecOf, TEMPLATED } from './pod-templates.js';
import { securityPolicy, validatePolicyLabels, type LevelAndVersion, type SecurityPolicy } from './security-policy.js';
import { violationsOf } from './violations.js';

/** A namespace of many bad pods tells of this many when its level is raised. */
const MAX_TOLD_PODS = 10;
const NAMESPACES = { group: '', resource: 'namespaces' };
const PODS = { group: '', resource: 'pods' };

/**
 * Pods keep the level that the labels of their namespace ask for (C-168). `enforce` refuses a pod; `warn` tells, also of the
 * pods a workload would make. The labels themselves say something known.
 */
export function podSecurity(reader: ObjectReader, vocabulary: Vocabulary): AdmissionPlugin {
  const policyOf = (namespace: string): SecurityPolicy =>
    securityPolicy(reader.read(NAMESPACES, '', namespace)?.metadata.labels, vocabulary);
  // Every write asks, so each kind is looked up once.
  const roles = new WeakMap<ResourceDefinition, Role>();
  const roleOf = (definition: ResourceDefinition): Role => {
    let role = roles.get(definition);
    if (!role) roles.set(definition, (role = roleIn(vocabulary, definition)));
    return role;
  };
  return {
    name: 'PodSecurity',
    handles: ({ definition, operation, subresource }) => {
      const role = roleOf(definition);
      if (role === 'none' || operation === 'DELETE') return false;
      return subresource === '' || (role === 'pod' && subresource === 'ephemeralcontainers');
    },
    validate: (a) => {
      const role = roleOf(a.definition);
      if (role === 'namespace') return checkNamespace(a, reader, vocabulary);
      const { enforce, warn } = policyOf(a.namespace);
      const spec = podSpecOf(a.object!);
      if ((enforce.level === 'privileged' && warn.level === 'privileged') || !spec || !isSignificant(a, spec)) return;
      if (role === 'pod') {
        const violations = violationsOf(spec, enforce.level);
        if (violations !== '') throw forbiddenBy(a, `violates PodSecurity ${shown(enforce)}: ${violations}`);
      }
      const warned = violationsOf(spec, warn.level);
      if (warned !== '') a.warn(`would violate PodSecurity ${shown(warn)}: ${warned}`);
    },
  };
}

/** What a kind is to this plugin: a pod, what makes pods, or what says how pods must be. */
type Role = 'pod' | 'templated' | 'namespace' | 'none';

function roleIn({ groups }: Vocabulary, { gvr }: ResourceDefinition): Role {
  if (gvr.group === '' && gvr.resource === 'pods') return 'pod';
  if (gvr.group === '' && gvr.resource === 'namespaces') return 'namespace';
  return TEMPLATED.some(({ group, resources }) => groups[group] === gvr.group && resources.includes(gvr.resource))
    ? 'templated'
    : 'none';
}

/** An update that leaves the pods as they are is not looked at: what stands was judged when it came. */
const isSignificant = ({ oldObject }: AdmissionAttributes, spec: PodSpec): boolean =>
  oldObject === undefined || JSON.stringify(podSpecOf(oldObject)) !== JSON.stringify(spec);

const shown = ({ level, version }: LevelAndVersion): string => `"${level}:${version}"`;

function checkNamespace(a: AdmissionAttributes, reader: ObjectReader, vocabulary: Vocabulary): void {
  const object = a.object!;
  const errors = validatePolicyLabels(object.metadata.labels, vocabulary);
  const stood = new Set(validatePolicyLabels(a.oldObject?.metadata.labels, vocabulary).map((e) => e.detail));
  // A label that was wrong before does not hold up other changes.
  const fresh = errors.filter((error) => !stood.has(error.detail));
  if (fresh.length > 0) throw ApiError.invalid({ group: '', kind: 'Namespace', name: a.name }, fresh);
  if (!a.oldObject) return;
  const { enforce } = securityPolicy(object.metadata.labels, vocabulary);
  const before = securityPolicy(a.oldObject.metadata.labels, vocabulary).enforce;
  if (shown(enforce) !== shown(before)) tellOfStandingPods(a, enforce, reader.readAll(PODS, a.name));
}

/** Pods that stand stay, so whoever raises the level hears which would not come again. */
function tellOfStandingPods(a: AdmissionAttributes, enforce: LevelAndVersion, pods: Iterable<ApiObject>): void {
  const bad: string[] = [];
  for (const pod of pods) {
    const { spec, metadata } = pod as Pod;
    const violations = spec ? violationsOf(spec, enforce.level) : '';
    if (violations !== '') bad.push(`${metadata.name}: ${violations}`);
  }
  if (bad.length === 0) return;
  a.warn(`existing pods in namespace "${a.name}" violate the new PodSecurity enforce level ${shown(enforce)}`);
  for (const text of bad.slice(0, MAX_TOLD_PODS)) a.warn(text);
  if (bad.length > MAX_TOLD_PODS) a.warn(`and ${bad.length - MAX_TOLD_PODS} other pods`);
}
