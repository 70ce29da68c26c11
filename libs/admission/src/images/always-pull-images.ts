import type { Container, Pod, PodSpec } from '@orch/api';
import { aggregatedText, fieldError, FieldPath, type FieldError, RefusalWithoutReason } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { forbidden } from '../forbidden.js';
import { isPodWrite } from '../pod-write.js';

const ALWAYS = 'Always';
const LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/**
 * Sets the pull policy of all images of a pod to `Always`, so that a node checks the credentials of each pod and does not start it with an
 * image that another pod fetched (D-184). Updates without a new image are not changed.
 */
export const alwaysPullImages = (): AdmissionPlugin => ({
  name: 'AlwaysPullImages',
  handles: (a) => isPodWrite(a),
  mutate: (a) => {
    const pod = a.object as Pod;
    return !pod.spec || !hasNewImage(a) ? pod : { ...pod, spec: pulled(pod.spec) };
  },
  validate: (a) => {
    if (!hasNewImage(a)) return;
    const faults = faultsOf((a.object as Pod).spec ?? ({} as PodSpec));
    if (faults.length === 0) return;
    throw new RefusalWithoutReason(
      aggregatedText(faults.map(({ field, detail }) => forbidden(a, `${field}: ${detail}`).message)),
    );
  },
});

function pulled(spec: PodSpec): PodSpec {
  const always = <T extends Container>(one: T): T => ({ ...one, imagePullPolicy: ALWAYS });
  return {
    ...spec,
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(always) } : {}),
    ...(spec.containers ? { containers: spec.containers.map(always) } : {}),
    ...(spec.ephemeralContainers ? { ephemeralContainers: spec.ephemeralContainers.map(always) } : {}),
    ...(spec.volumes?.some(({ image }) => image)
      ? {
          volumes: spec.volumes.map((one) =>
            one.image ? { ...one, image: { ...one.image, pullPolicy: ALWAYS } } : one,
          ),
        }
      : {}),
  };
}

/** What a webhook that was called later has set to another policy. */
function faultsOf(spec: PodSpec): FieldError[] {
  const unsupported = (path: FieldPath, policy = ''): FieldError[] =>
    policy === ALWAYS ? [] : [fieldError.notSupported(path, policy, [ALWAYS])];
  const at = FieldPath.of('spec');
  return [
    ...LISTS.flatMap((list) =>
      (spec[list] ?? []).flatMap(({ imagePullPolicy }, index) =>
        unsupported(at.child(list).index(index).child('imagePullPolicy'), imagePullPolicy),
      ),
    ),
    ...(spec.volumes ?? []).flatMap(({ image }, index) =>
      image ? unsupported(at.child('volumes').index(index).child('image').child('pullPolicy'), image.pullPolicy) : [],
    ),
  ];
}

function hasNewImage({ operation, object, oldObject }: AdmissionAttributes): boolean {
  if (operation !== 'UPDATE') return true;
  const known = new Set(imagesOf(oldObject as Pod));
  return imagesOf(object as Pod).some((image) => !known.has(image));
}

const imagesOf = ({ spec }: Pod): readonly (string | undefined)[] =>
  LISTS.flatMap((list) => (spec?.[list] ?? []).map(({ image }) => image));
