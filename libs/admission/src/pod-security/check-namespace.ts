import type { Pod } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { exemptNamespaceWarning, isExemptPod } from './exemption.js';
import { judgedPod, namespaceWarnings, type JudgedPod } from './namespace-warnings.js';
import type { PodSecurityConfiguration } from './pod-security-settings.js';
import {
  compareLevels,
  securityPolicy,
  shownPolicy,
  validatePolicyLabels,
  type LevelAndVersion,
  type SecurityPolicy,
} from './security-policy.js';
import type { Violations } from './violations.js';

const PODS = { group: '', resource: 'pods' };

/** What the check of a namespace needs. */
interface NamespaceParts extends PodSecurityConfiguration {
  readonly reader: SteppedReader;
  readonly vocabulary: Vocabulary;
  readonly violations: Violations;
}

/**
 * Refuses invalid labels. An enforce level that was raised gives warnings of the pods that would not be admitted again.
 * @throws ApiError Invalid.
 */
export function checkNamespace(a: AdmissionAttributes, parts: NamespaceParts): void | Promise<void> {
  const { vocabulary, defaults, exemptions } = parts;
  const { labels } = a.object!.metadata;
  const errors = validatePolicyLabels(labels, vocabulary);
  const before = validatePolicyLabels(a.oldObject?.metadata.labels, vocabulary);
  // Labels that were invalid before do not block other changes.
  if (errors.length > 0 && JSON.stringify(errors) !== JSON.stringify(before)) {
    throw ApiError.invalid({ group: '', kind: 'Namespace', name: a.name }, errors);
  }
  const policy = securityPolicy(labels, vocabulary, defaults);
  if (a.oldObject && !isRaised(policy, securityPolicy(a.oldObject.metadata.labels, vocabulary, defaults))) return;
  if (exemptions.namespaces.has(a.name)) {
    const warning = exemptNamespaceWarning(a.name, labels, policy, defaults, vocabulary);
    if (warning !== undefined) a.warn(warning);
    return;
  }
  return a.oldObject ? warnOfPods(a, policy.enforce, parts) : undefined;
}

/** Whether pods that were admitted before may not be any more. */
function isRaised({ enforce }: SecurityPolicy, { enforce: old }: SecurityPolicy): boolean {
  if (enforce.level === 'privileged' || shownPolicy(enforce) === shownPolicy(old)) return false;
  return enforce.version !== old.version || compareLevels(enforce.level, old.level) >= 0;
}

function warnOfPods(a: AdmissionAttributes, enforce: LevelAndVersion, parts: NamespaceParts): void | Promise<void> {
  const warn = (pods: readonly JudgedPod[]): void => {
    for (const text of namespaceWarnings(a.name, enforce, pods)) a.warn(text);
  };
  const judged = atOnceOrInTurns(judgedPods(a.name, enforce, parts), () => ({ flow: flowOf(a.user) }));
  return judged instanceof Promise ? judged.then(warn) : warn(judged);
}

function* judgedPods(
  namespace: string,
  enforce: LevelAndVersion,
  { reader, violations, exemptions }: NamespaceParts,
): Generator<undefined, readonly JudgedPod[]> {
  const judged: JudgedPod[] = [];
  yield* reader.visitInSteps(PODS, namespace, function* (pod) {
    if (!isExemptPod(pod as Pod, exemptions)) judged.push(yield* judgedPod(pod as Pod, enforce, violations));
  });
  return judged;
}
