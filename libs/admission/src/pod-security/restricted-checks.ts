import {
  containersOf,
  namesOf,
  plural,
  quoted,
  quotedSorted,
  settersOf,
  withContext,
  type CheckedContainer,
} from './containers-of-pod.js';
import type { SecurityCheck } from './violation.js';

/** Volume types that do not expose the node. */
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

/** Skips the check for pods that declare Windows, which has no such setting. */
export const exceptWindows =
  (check: SecurityCheck): SecurityCheck =>
  (pod) =>
    pod.spec.os?.name === 'windows' ? undefined : check(pod);

export const allowPrivilegeEscalation: SecurityCheck = ({ spec }) => {
  const bad = containersOf(spec).filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${namesOf(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

export const restrictedCapabilities: SecurityCheck = ({ spec }) => {
  const containers = containersOf(spec);
  const added = ({ securityContext }: CheckedContainer): string[] =>
    (securityContext?.capabilities?.add ?? []).filter((capability) => capability !== 'NET_BIND_SERVICE');
  const notDropping = containers.filter(({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL'));
  const adding = containers.filter((container) => added(container).length > 0);
  const details = [
    ...(notDropping.length > 0 ? [`${namesOf(notDropping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0
      ? [
          `${namesOf(adding)} must not include ${quotedSorted(adding.flatMap(added))} in securityContext.capabilities.add`,
        ]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

export const restrictedVolumes: SecurityCheck = ({ spec }) => {
  const typeOf = (volume: object): string | undefined => {
    const sources = Object.keys(volume).filter((key) => key !== 'name');
    return sources.length === 0 ? 'unknown' : sources.find((source) => !VOLUMES.has(source));
  };
  const bad = (spec.volumes ?? []).filter((volume) => typeOf(volume) !== undefined);
  if (bad.length === 0) return undefined;
  const types = [...new Set(bad.map((volume) => typeOf(volume)!))];
  const names = quoted(bad.map(({ name }) => name));
  const use = bad.length === 1 ? 'uses' : 'use';
  return {
    reason: 'restricted volume types',
    detail:
      `${plural('volume', bad.length)} ${names} ${use} ${plural('restricted volume type', types.length)} ` +
      quotedSorted(types),
  };
};

export const runAsNonRoot: SecurityCheck = ({ spec }) => {
  const ofPod = spec.securityContext?.runAsNonRoot;
  const wrong = withContext(spec, (context) => context.runAsNonRoot === false);
  const setters = settersOf(ofPod === false, wrong);
  const reason = 'runAsNonRoot != true';
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  if (ofPod === true) return undefined;
  const unset = containersOf(spec).filter(({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  return unset.length === 0
    ? undefined
    : { reason, detail: `pod or ${namesOf(unset)} must set securityContext.runAsNonRoot=true` };
};

export const runAsUser: SecurityCheck = ({ spec }) => {
  const setters = settersOf(
    spec.securityContext?.runAsUser === 0,
    withContext(spec, (context) => context.runAsUser === 0),
  );
  return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};
