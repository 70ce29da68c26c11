import type { Pod } from '@orch/api';
import type { AdmissionPlugin } from './admission-plugin.js';
import { forbidden } from './forbidden.js';
import { isPodWrite } from './pod-write.js';

/** Refused fields of a pod's security context, and how the refusal names them; and those of a container's (D-169). */
const OF_POD = [
  ['supplementalGroups', 'SupplementalGroups'],
  ['seLinuxOptions', 'SELinuxOptions'],
  ['runAsUser', 'RunAsUser'],
  ['fsGroup', 'FSGroup'],
] as const;
const OF_CONTAINER = [
  ['seLinuxOptions', 'SELinuxOptions'],
  ['runAsUser', 'RunAsUser'],
] as const;

/** Refuses pods that choose their user, groups or SELinux labels (B-290). Releases before 1.30 have it; pod security replaced it. */
export const securityContextDeny = (): AdmissionPlugin => ({
  name: 'SecurityContextDeny',
  handles: (a) => isPodWrite(a),
  validate: (a) => {
    const { spec } = a.object as Pod;
    const context = spec?.securityContext;
    const ofPod = context && OF_POD.find(([field]) => context[field] !== undefined);
    if (ofPod) throw forbidden(a, `pod.Spec.SecurityContext.${ofPod[1]} is forbidden`);
    const containers = [
      ...(spec?.initContainers ?? []),
      ...(spec?.containers ?? []),
      ...(spec?.ephemeralContainers ?? []),
    ];
    for (const { securityContext } of containers) {
      const found = securityContext && OF_CONTAINER.find(([field]) => securityContext[field] !== undefined);
      if (found) throw forbidden(a, `SecurityContext.${found[1]} is forbidden`);
    }
  },
});
