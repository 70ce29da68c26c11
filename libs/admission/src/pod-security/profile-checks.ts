import { containersOf, namesOf, plural, quotedSorted, settersOf, withContext } from './containers-of-pod.js';
import type { AnnotationNames, CheckedPod, SecurityCheck, Violation } from './violation.js';

const CONFINED: ReadonlySet<string | undefined> = new Set(['RuntimeDefault', 'Localhost']);
const SECCOMP = 'seccompProfile';

const isLocal = (profile: string): boolean => profile.startsWith('localhost/');

/** Fields, and the annotations used instead by releases before 1.30. */
export const appArmorProfile =
  ({ appArmorPrefix }: AnnotationNames): SecurityCheck =>
  ({ spec, annotations }) => {
    const ofPod = spec.securityContext?.appArmorProfile;
    const podIsBad = ofPod !== undefined && !CONFINED.has(ofPod.type);
    const containers = withContext(
      spec,
      ({ appArmorProfile: profile }) => profile !== undefined && !CONFINED.has(profile.type),
    );
    const annotated = Object.entries(annotations)
      .filter(([key, profile]) => key.startsWith(appArmorPrefix) && !isConfined(profile))
      .map(([key, profile]) => `${key}=${JSON.stringify(profile)}`)
      .sort();
    const setters = settersOf(podIsBad, containers);
    if (setters === '' && annotated.length === 0) return undefined;
    const types = [ofPod, ...containers.map(({ securityContext }) => securityContext?.appArmorProfile)]
      .flatMap((profile) => (profile && !CONFINED.has(profile.type) ? profile.type : []))
      .sort();
    const values = [...new Set([...types, ...annotated])];
    const all = [
      ...(setters === '' ? [] : [setters]),
      ...(annotated.length > 0 ? [plural('annotation', annotated.length)] : []),
    ];
    return {
      reason: `forbidden AppArmor ${plural('profile', values.length)}`,
      detail: `${all.join(' and ')} must not set AppArmor profile type to ${values.map((value) => `"${value}"`).join(', ')}`,
    };
  };

const isConfined = (profile: string): boolean => profile === '' || profile === 'runtime/default' || isLocal(profile);

/** Policies of releases before 1.19, in which profiles were annotations; node agents before 1.27 also read these. */
export const seccompAnnotations =
  ({ seccompPod, seccompContainerPrefix }: AnnotationNames): SecurityCheck =>
  ({ spec, annotations }) => {
    const bad = [seccompPod, ...containersOf(spec).map(({ name }) => seccompContainerPrefix + name)]
      .filter((key) => Object.hasOwn(annotations, key) && !isFilter(annotations[key]!))
      .map((key) => `${key}=${JSON.stringify(annotations[key])}`);
    if (bad.length === 0) return undefined;
    const distinct = [...new Set(bad)].sort();
    return { reason: SECCOMP, detail: `forbidden ${plural('annotation', distinct.length)} ${distinct.join(', ')}` };
  };

const isFilter = (profile: string): boolean =>
  profile === 'runtime/default' || profile === 'docker/default' || isLocal(profile);

export const baselineSeccomp: SecurityCheck = (pod) => badSeccomp(pod);

export const restrictedSeccomp: SecurityCheck = (pod) => {
  const bad = badSeccomp(pod);
  const { spec } = pod;
  if (bad || spec.securityContext?.seccompProfile) return bad;
  const unset = containersOf(spec).filter(({ securityContext }) => !securityContext?.seccompProfile);
  if (unset.length === 0) return undefined;
  const required = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: SECCOMP, detail: `pod or ${namesOf(unset)} ${required}` };
};

function badSeccomp({ spec }: CheckedPod): Violation | undefined {
  const ofPod = spec.securityContext?.seccompProfile;
  const podIsBad = ofPod !== undefined && !CONFINED.has(ofPod.type);
  const containers = withContext(
    spec,
    ({ seccompProfile: profile }) => profile !== undefined && !CONFINED.has(profile.type),
  );
  if (!podIsBad && containers.length === 0) return undefined;
  const types = [
    ...(podIsBad ? [ofPod.type] : []),
    ...containers.map(({ securityContext }) => securityContext!.seccompProfile!.type),
  ];
  return {
    reason: SECCOMP,
    detail: `${settersOf(podIsBad, containers)} must not set securityContext.seccompProfile.type to ${quotedSorted(types)}`,
  };
}
