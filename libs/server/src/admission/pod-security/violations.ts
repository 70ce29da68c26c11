import type { PodSpec } from '@orch/api';
import {
  appArmorProfile,
  baselineCapabilities,
  baselineSeccomp,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  privileged,
  procMount,
  seLinuxOptions,
  sysctls,
  windowsHostProcess,
} from './baseline-checks.js';
import {
  allowPrivilegeEscalation,
  restrictedCapabilities,
  restrictedSeccomp,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
} from './restricted-checks.js';
import type { Level } from './security-policy.js';
import type { SecurityCheck } from './violation.js';

/** Kept by both levels. */
const SHARED: readonly SecurityCheck[] = [
  appArmorProfile,
  hostNamespaces,
  hostPorts,
  privileged,
  procMount,
  seLinuxOptions,
  sysctls,
  windowsHostProcess,
];

/** The rules of each level; where the restricted one asks for more, it takes the place of the other. */
const CHECKS: Readonly<Record<Level, readonly SecurityCheck[]>> = {
  privileged: [],
  baseline: [...SHARED, baselineCapabilities, hostPathVolumes, baselineSeccomp],
  restricted: [
    ...SHARED,
    allowPrivilegeEscalation,
    restrictedCapabilities,
    restrictedVolumes,
    runAsNonRoot,
    runAsUser,
    restrictedSeccomp,
  ],
};

/** What a pod does that a level does not allow, as one text: `privileged (container "c" ...), ...`. Empty when it is fine. */
export const violationsOf = (spec: PodSpec, level: Level): string =>
  CHECKS[level]
    .map((check) => check(spec))
    .filter((violation) => violation !== undefined)
    .map(({ reason, detail }) => `${reason} (${detail})`)
    .join(', ');
