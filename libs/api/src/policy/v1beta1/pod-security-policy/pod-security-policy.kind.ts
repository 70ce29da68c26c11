import { column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { PodSecurityPolicy, type PodSecurityPolicySpec } from './pod-security-policy.types.js';
import { validatePodSecurityPolicy } from './pod-security-policy.validation.js';

const cell = (name: string, description: string, value: (spec: Partial<PodSecurityPolicySpec>) => string) =>
  column<PodSecurityPolicy>({ name, type: 'string', description }, ({ spec }) => value(spec ?? {}));
const validate = ({ spec }: PodSecurityPolicy) => validatePodSecurityPolicy(spec ?? ({} as PodSecurityPolicySpec));

/** Stored and served up to 1.24, without effect: the built-in pod security admission restricts pods (B-439, B-440, B-442). */
export const podSecurityPolicyKind: KindDeclaration = {
  type: PodSecurityPolicy,
  group: 'policy',
  version: 'v1beta1',
  kind: 'PodSecurityPolicy',
  resource: 'podsecuritypolicies',
  singular: 'podsecuritypolicy',
  shortNames: ['psp'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  lifecycle: { deprecated: 21, removed: 25 },
  columns: [
    NAME_COLUMN,
    cell('Priv', 'Whether pods may be privileged.', ({ privileged }) => String(privileged ?? false)),
    cell('Caps', 'Capabilities that containers may add.', ({ allowedCapabilities }) =>
      (allowedCapabilities ?? []).join(','),
    ),
    cell('SELinux', 'How SELinux labels are restricted.', ({ seLinux }) => seLinux?.rule ?? ''),
    cell('RunAsUser', 'How users are restricted.', ({ runAsUser }) => runAsUser?.rule ?? ''),
    cell('FSGroup', 'How groups of volumes are restricted.', ({ fsGroup }) => fsGroup?.rule ?? ''),
    cell('SupGroup', 'How further groups are restricted.', ({ supplementalGroups }) => supplementalGroups?.rule ?? ''),
    cell('ReadOnlyRootFS', 'Whether root file systems must be read-only.', ({ readOnlyRootFilesystem }) => String(readOnlyRootFilesystem ?? false)), // prettier-ignore
    cell('Volumes', 'Allowed kinds of volumes.', ({ volumes }) => (volumes ?? []).join(',')),
  ],
  strategy: () => ({ validateCreate: validate, validateUpdate: validate }),
};
