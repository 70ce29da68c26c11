import type { Pod, ResourceDefinition } from '@orch/api';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, LabelReader, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from '../forbidden.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { checkNamespace } from './check-namespace.js';
import { exemptionOf, isExemptPod, type Exemption } from './exemption.js';
import type { PodSecurityMetrics } from './pod-security-metrics.js';
import type { PodSecurityConfiguration } from './pod-security-settings.js';
import { checkedPodOf, TEMPLATED } from './pod-templates.js';
import {
  securityPolicy,
  shownPolicy,
  validatePolicyLabels,
  type LevelAndVersion,
  type Mode,
  type SecurityPolicy,
} from './security-policy.js';
import { isSignificantUpdate } from './significant-update.js';
import type { CheckedPod } from './violation.js';
import { podViolations, violationText, type Violations } from './violations.js';

const NAMESPACES = { group: '', resource: 'namespaces' };

/** Sub-resources of pods that are not noted as exempt: they have no containers. */
const WITHOUT_SPEC: ReadonlySet<string> = new Set(['binding', 'eviction', 'status']);

export interface PodSecurityOptions extends PodSecurityConfiguration {
  /** Minor version that the server emulates. */
  readonly release: number;
  readonly metrics: PodSecurityMetrics;
}

/**
 * Checks pods against the levels in the labels of their namespace (C-168). `enforce` refuses a pod; `warn` returns warnings and
 * `audit` annotates the audit event, also for workloads whose pod template violates the level. The labels themselves are validated.
 */
export function podSecurity(
  reader: LabelReader & SteppedReader,
  vocabulary: Vocabulary,
  { release, defaults, exemptions, metrics }: PodSecurityOptions,
): AdmissionPlugin {
  const { annotations } = vocabulary;
  const violations = podViolations(annotations, release);
  const parts = { reader, vocabulary, violations, defaults, exemptions };
  const labelsOf = (namespace: string) => reader.labelsOf(NAMESPACES, '', namespace);
  // Called for every write, so the role of a kind is cached.
  const roles = new WeakMap<ResourceDefinition, Role>();
  const roleOf = (definition: ResourceDefinition): Role => {
    let role = roles.get(definition);
    if (!role) roles.set(definition, (role = roleIn(vocabulary, definition)));
    return role;
  };
  const isExempt = (a: AdmissionAttributes, exemption: Exemption | undefined): boolean => {
    if (exemption === undefined) return false;
    if (WITHOUT_SPEC.has(a.subresource)) return true;
    a.annotate(annotations.podSecurityExempt, exemption);
    metrics.exempted(a);
    return true;
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
      if (role === 'namespace') return checkNamespace(a, parts);
      if (isExempt(a, exemptionOf(a, exemptions))) return;
      const labels = labelsOf(a.namespace);
      const policy = securityPolicy(labels, vocabulary, defaults);
      const levels = [policy.warn, policy.audit, ...(role === 'pod' ? [policy.enforce] : [])];
      if (levels.every(({ level }) => level === 'privileged')) {
        if (role === 'pod' && !WITHOUT_SPEC.has(a.subresource)) metrics.allowedAll(a);
        return;
      }
      if (role === 'pod' && a.oldObject && !isSignificantUpdate(a.object as Pod, a.oldObject as Pod, annotations))
        return;
      const pod = checkedPodOf(a.object!);
      if (!pod || isExempt(a, isExemptPod(pod, exemptions) ? 'runtimeClass' : undefined)) return;
      const wrong = validatePolicyLabels(labels, vocabulary).map(({ field, detail }) => `${field}: ${detail}`);
      if (wrong.length > 0) {
        a.annotate(annotations.policyError, `Failed to parse policy: ${wrong.join(', ')}`);
        metrics.mislabelled(a);
      }
      const count: CountMode = (mode, isAllowed) => metrics.evaluated(a, mode, policy[mode], isAllowed, release);
      const judged = judge(a, pod, policy, role === 'pod', violations, annotations, count);
      return atOnceOrInTurns(judged, () => ({ flow: flowOf(a.user) }));
    },
  };
}

type CountMode = (mode: Mode, isAllowed: boolean) => void;

/** Refuses pods that violate `enforce`; reports violations of the other modes. In steps, and once where modes have one level. */
function* judge(
  a: AdmissionAttributes,
  pod: CheckedPod,
  { enforce, audit, warn }: SecurityPolicy,
  enforced: boolean,
  violations: Violations,
  names: Vocabulary['annotations'],
  count: CountMode,
): Generator<undefined, void> {
  const texts = new Map<string, string>();
  function* textOf(policy: LevelAndVersion): Generator<undefined, string> {
    const shown = shownPolicy(policy);
    const known = texts.get(shown);
    if (known !== undefined) return known;
    const text = violationText(yield* violations(pod, policy));
    texts.set(shown, text);
    return text;
  }
  const noted = yield* textOf(audit);
  if (noted !== '') {
    a.annotate(names.auditViolations, `would violate PodSecurity ${shownPolicy(audit)}: ${noted}`);
    count('audit', false);
  }
  if (enforced) {
    a.annotate(names.enforcedPolicy, `${enforce.level}:${enforce.version}`);
    const refused = yield* textOf(enforce);
    count('enforce', refused === '');
    if (refused !== '') throw forbidden(a, `violates PodSecurity ${shownPolicy(enforce)}: ${refused}`);
  }
  const warned = yield* textOf(warn);
  if (warned === '') return;
  a.warn(`would violate PodSecurity ${shownPolicy(warn)}: ${warned}`);
  count('warn', false);
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
