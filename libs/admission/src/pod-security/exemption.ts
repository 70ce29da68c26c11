import type { Pod } from '@orch/api';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { Exempt } from './pod-security-settings.js';
import { compareLevels, MODES, type SecurityPolicy } from './security-policy.js';
import type { CheckedPod } from './violation.js';

/** Why a request is not checked, for its audit annotation. */
export type Exemption = 'namespace' | 'user' | 'runtimeClass';

/** Exemption of a request by its namespace or its user. */
export function exemptionOf({ namespace, user }: AdmissionAttributes, exempt: Exempt): Exemption | undefined {
  if (exempt.namespaces.has(namespace)) return 'namespace';
  return exempt.users.has(user.username) ? 'user' : undefined;
}

/** Exemption of a pod by its runtime class. */
export const isExemptPod = ({ spec }: Pick<Pod | CheckedPod, 'spec'>, { runtimeClasses }: Exempt): boolean =>
  runtimeClasses.size > 0 && runtimeClasses.has(spec?.runtimeClassName ?? '');

/** Warning for an exempt namespace whose labels ask for more than the defaults do; undefined if they do not. */
export function exemptNamespaceWarning(
  name: string,
  labels: Readonly<Record<string, string>> = {},
  policy: SecurityPolicy,
  defaults: SecurityPolicy,
  { labels: { podSecurityPrefix } }: Vocabulary,
): string | undefined {
  const isPrivileged = MODES.every((mode) => policy[mode].level === 'privileged');
  if (isPrivileged || MODES.every((mode) => isSame(policy, defaults, mode))) return undefined;
  const labelled = MODES.filter(
    (mode) =>
      policy[mode].level !== 'privileged' &&
      (labels[podSecurityPrefix + mode] !== undefined || labels[`${podSecurityPrefix}${mode}-version`] !== undefined),
  );
  const texts = labelled.map((mode) => `${mode}=${policy[mode].level}:${policy[mode].version}`);
  return `namespace ${JSON.stringify(name)} is exempt from Pod Security, and the policy (${texts.join(', ')}) will be ignored`;
}

const isSame = (a: SecurityPolicy, b: SecurityPolicy, mode: (typeof MODES)[number]): boolean =>
  compareLevels(a[mode].level, b[mode].level) === 0 && a[mode].version === b[mode].version;
