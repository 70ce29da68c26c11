import type { Pod, ResourceDefinition } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, ObjectReader, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from '../forbidden.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { judgedPod, namespaceWarnings, type JudgedPod } from './namespace-warnings.js';
import { checkedPodOf, TEMPLATED } from './pod-templates.js';
import {
  compareLevels,
  securityPolicy,
  validatePolicyLabels,
  type LevelAndVersion,
  type SecurityPolicy,
} from './security-policy.js';
import { isSignificantUpdate } from './significant-update.js';
import type { CheckedPod } from './violation.js';
import { podViolations, violationText, type Violations } from './violations.js';

const NAMESPACES = { group: '', resource: 'namespaces' };
const PODS = { group: '', resource: 'pods' };

/**
 * Checks pods against the levels in the labels of their namespace (C-168). `enforce` refuses a pod; `warn` returns warnings and
 * `audit` annotates the audit event, also for workloads whose pod template violates the level. The labels themselves are validated.
 * @param release minor version that the server emulates.
 */
export function podSecurity(
  reader: ObjectReader & SteppedReader,
  vocabulary: Vocabulary,
  release: number,
): AdmissionPlugin {
  const violations = podViolations(vocabulary.annotations, release);
  const labelsOf = (namespace: string) => reader.read(NAMESPACES, '', namespace)?.metadata.labels;
  // Called for every write, so the role of a kind is cached.
  const roles = new WeakMap<ResourceDefinition, Role>();
  const roleOf = (definition: ResourceDefinition): Role => {
    let role = roles.get(definition);
    if (!role) roles.set(definition, (role = roleIn(vocabulary, definition)));
    return role;
  };
  return {
    name: 'PodSecurity',
    handles: ({ definition, operation, subresource }) => {
      if (operation !== 'CREATE' && operation !== 'UPDATE') return false;
      const role = roleOf(definition);
      // Sub-resources also write labels of namespaces and annotations of pods.
      return role === 'namespace' || role === 'pod' || (role === 'templated' && subresource === '');
    },
    validate: (a) => {
      const role = roleOf(a.definition);
      if (role === 'namespace') return checkNamespace(a, reader, vocabulary, violations);
      const labels = labelsOf(a.namespace);
      const policy = securityPolicy(labels, vocabulary);
      const levels = [policy.warn, policy.audit, ...(role === 'pod' ? [policy.enforce] : [])];
      if (levels.every(({ level }) => level === 'privileged')) return;
      const { annotations } = vocabulary;
      if (role === 'pod' && a.oldObject && !isSignificantUpdate(a.object as Pod, a.oldObject as Pod, annotations))
        return;
      const pod = checkedPodOf(a.object!);
      if (!pod) return;
      const wrong = validatePolicyLabels(labels, vocabulary).map(({ field, detail }) => `${field}: ${detail}`);
      if (wrong.length > 0) a.annotate(annotations.policyError, `Failed to parse policy: ${wrong.join(', ')}`);
      judge(a, pod, policy, role === 'pod', violations, annotations);
    },
  };
}

/** Refuses pods that violate `enforce`; reports violations of the other modes. */
function judge(
  a: AdmissionAttributes,
  pod: CheckedPod,
  { enforce, audit, warn }: SecurityPolicy,
  enforced: boolean,
  violations: Violations,
  names: Vocabulary['annotations'],
): void {
  const textOf = (policy: LevelAndVersion): string => violationText(violations(pod, policy));
  const noted = textOf(audit);
  if (noted !== '') a.annotate(names.auditViolations, `would violate PodSecurity ${shown(audit)}: ${noted}`);
  if (enforced) {
    a.annotate(names.enforcedPolicy, `${enforce.level}:${enforce.version}`);
    const refused = textOf(enforce);
    if (refused !== '') throw forbidden(a, `violates PodSecurity ${shown(enforce)}: ${refused}`);
  }
  const warned = textOf(warn);
  if (warned !== '') a.warn(`would violate PodSecurity ${shown(warn)}: ${warned}`);
}

/** Role of a kind: pod, workload with a pod template, or namespace with the policy. */
type Role = 'pod' | 'templated' | 'namespace' | 'none';

function roleIn({ groups }: Vocabulary, { gvr }: ResourceDefinition): Role {
  if (gvr.group === '' && gvr.resource === 'pods') return 'pod';
  if (gvr.group === '' && gvr.resource === 'namespaces') return 'namespace';
  return TEMPLATED.some(({ group, resources }) => groups[group] === gvr.group && resources.includes(gvr.resource))
    ? 'templated'
    : 'none';
}

const shown = ({ level, version }: LevelAndVersion): string => `"${level}:${version}"`;

function checkNamespace(
  a: AdmissionAttributes,
  reader: SteppedReader,
  vocabulary: Vocabulary,
  violations: Violations,
): void | Promise<void> {
  const object = a.object!;
  const errors = validatePolicyLabels(object.metadata.labels, vocabulary);
  const before = validatePolicyLabels(a.oldObject?.metadata.labels, vocabulary);
  // Labels that were invalid before do not block other changes.
  if (errors.length > 0 && JSON.stringify(errors) !== JSON.stringify(before)) {
    throw ApiError.invalid({ group: '', kind: 'Namespace', name: a.name }, errors);
  }
  if (!a.oldObject) return;
  const { enforce } = securityPolicy(object.metadata.labels, vocabulary);
  const { enforce: old } = securityPolicy(a.oldObject.metadata.labels, vocabulary);
  if (enforce.level === 'privileged' || shown(enforce) === shown(old)) return;
  if (enforce.version === old.version && compareLevels(enforce.level, old.level) < 0) return;
  const warn = (pods: readonly JudgedPod[]): void => {
    for (const text of namespaceWarnings(a.name, enforce, pods)) a.warn(text);
  };
  const judged = atOnceOrInTurns(judgedPods(reader, a.name, enforce, violations), () => ({ flow: flowOf(a.user) }));
  return judged instanceof Promise ? judged.then(warn) : warn(judged);
}

function* judgedPods(
  reader: SteppedReader,
  namespace: string,
  enforce: LevelAndVersion,
  violations: Violations,
): Generator<undefined, readonly JudgedPod[]> {
  const judged: JudgedPod[] = [];
  yield* reader.visitInSteps(PODS, namespace, (pod) => judged.push(judgedPod(pod as Pod, enforce, violations)));
  return judged;
}
