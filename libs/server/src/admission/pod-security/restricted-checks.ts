import { containersOf, namesOf, quoted, whoOf, type CheckedContainer } from './containers-of-pod.js';
import type { SecurityCheck } from './violation.js';

/** Volumes that show nothing of the node. */
const VOLUMES: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);
const SECCOMP = ['RuntimeDefault', 'Localhost'];

/** What only Linux knows is not asked of a pod that says it is of Windows. */
const onLinux =
  (check: SecurityCheck): SecurityCheck =>
  (spec) =>
    spec.os?.name === 'windows' ? undefined : check(spec);

export const allowPrivilegeEscalation = onLinux((spec) => {
  const bad = containersOf(spec).filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${namesOf(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  };
});

export const restrictedCapabilities = onLinux((spec) => {
  const containers = containersOf(spec);
  const added = ({ securityContext }: CheckedContainer): string[] =>
    (securityContext?.capabilities?.add ?? []).filter((capability) => capability !== 'NET_BIND_SERVICE');
  const keeping = containers.filter(({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL'));
  const adding = containers.filter((container) => added(container).length > 0);
  const details = [
    ...(keeping.length > 0 ? [`${namesOf(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0
      ? [
          `${namesOf(adding)} must not include ${quoted(adding.flatMap(added).sort())} in securityContext.capabilities.add`,
        ]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
});

export const restrictedVolumes: SecurityCheck = (spec) => {
  const typeOf = (volume: object): string | undefined =>
    Object.keys(volume).find((key) => key !== 'name' && !VOLUMES.has(key));
  const bad = (spec.volumes ?? []).filter((volume) => typeOf(volume) !== undefined);
  if (bad.length === 0) return undefined;
  const one = bad.length === 1;
  const types = quoted(bad.map((volume) => typeOf(volume)!).sort());
  return {
    reason: 'restricted volume types',
    detail:
      `${one ? 'volume' : 'volumes'} ${quoted(bad.map(({ name }) => name))} ` +
      `${one ? 'uses restricted volume type' : 'use restricted volume types'} ${types}`,
  };
};

export const runAsNonRoot: SecurityCheck = (spec) => {
  const ofPod = spec.securityContext?.runAsNonRoot;
  const containers = containersOf(spec);
  const said = (container: CheckedContainer): boolean | undefined => container.securityContext?.runAsNonRoot;
  const wrong = containers.filter((container) => said(container) === false);
  const silent = ofPod === true ? [] : containers.filter((container) => said(container) === undefined);
  const details = [
    ...(ofPod === false && silent.length > 0 ? ['pod must not set securityContext.runAsNonRoot=false'] : []),
    ...(wrong.length > 0 ? [`${namesOf(wrong)} must not set securityContext.runAsNonRoot=false`] : []),
    ...(silent.length > 0 && ofPod === undefined
      ? [`pod or ${namesOf(silent)} must set securityContext.runAsNonRoot=true`]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: 'runAsNonRoot != true', detail: details.join('; ') };
};

export const runAsUser: SecurityCheck = (spec) => {
  const pod = spec.securityContext?.runAsUser === 0;
  const bad = containersOf(spec).filter(({ securityContext }) => securityContext?.runAsUser === 0);
  if (!pod && bad.length === 0) return undefined;
  return { reason: 'runAsUser=0', detail: `${whoOf(pod, bad)} must not set runAsUser=0` };
};

export const restrictedSeccomp = onLinux((spec) => {
  const ofPod = spec.securityContext?.seccompProfile?.type;
  const said = ({ securityContext }: CheckedContainer): string | undefined => securityContext?.seccompProfile?.type;
  const containers = containersOf(spec);
  const podIsBad = ofPod !== undefined && !SECCOMP.includes(ofPod);
  const wrong = containers.filter((container) => said(container) !== undefined && !SECCOMP.includes(said(container)!));
  const silent = ofPod === undefined ? containers.filter((container) => said(container) === undefined) : [];
  const details = [
    ...(podIsBad || wrong.length > 0
      ? [
          `${whoOf(podIsBad, wrong)} must not set securityContext.seccompProfile.type to ` +
            quoted([...(podIsBad ? [ofPod] : []), ...wrong.map((container) => said(container)!)]),
        ]
      : []),
    ...(silent.length > 0
      ? [`pod or ${namesOf(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: 'seccompProfile', detail: details.join('; ') };
});
