import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Volume } from '../volume/volume.js';
import type { Container } from './container.js';
import type { PodSpec } from './pod-spec.js';
import type { PodTemplateSpec } from './pod-template-spec.js';
import type { Pod } from './pod.types.js';

/**
 * Defaults that depend on other fields (C-188, C-230); those that do not stand in the fields themselves. Some are a pod's alone: a
 * template is what its author wrote, and the pods made from it get theirs.
 */
export function podDefaults(object: ApiObject, { annotations }: Pick<Vocabulary, 'annotations'>): ApiObject {
  const pod = object as Pod;
  if (!pod.spec) return pod;
  const { enableServiceLinks = true } = pod.spec;
  const spec = withRequests(withContainerDefaults(pod.spec));
  // Mirror pods have no service account.
  const account = pod.metadata?.annotations?.[annotations.mirrorPod] === undefined ? 'default' : undefined;
  return { ...pod, spec: { ...spec, ...accountNames(spec, account), enableServiceLinks } };
}

/** As `podDefaults`, for the pod inside a workload. */
export function podTemplateDefaults(template: PodTemplateSpec): PodTemplateSpec {
  if (!template.spec) return template;
  const spec = withContainerDefaults(template.spec);
  return { ...template, spec: { ...spec, ...accountNames(spec, undefined) } };
}

function withContainerDefaults(spec: PodSpec): PodSpec {
  const hostNetwork = spec.hostNetwork === true;
  const container = <T extends Container>(c: T): T => containerDefaults(c, hostNetwork);
  return {
    ...spec,
    ...(spec.volumes ? { volumes: spec.volumes.map(volumeDefaults) } : {}),
    ...(spec.containers ? { containers: spec.containers.map(container) } : {}),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(container) } : {}),
    ...(spec.ephemeralContainers
      ? { ephemeralContainers: spec.ephemeralContainers.map((c) => ({ ...c, ...pullPolicy(c) })) }
      : {}),
  };
}

/** The older name of the field follows the newer one. */
function accountNames(
  { serviceAccountName, serviceAccount }: PodSpec,
  otherwise: string | undefined,
): Partial<PodSpec> {
  const name = serviceAccountName || serviceAccount || otherwise;
  return name ? { serviceAccountName: name, serviceAccount: name } : {};
}

/** Requests default to limits. */
function withRequests(spec: PodSpec): PodSpec {
  return {
    ...spec,
    ...(spec.containers ? { containers: spec.containers.map(requestsFromLimits) } : {}),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(requestsFromLimits) } : {}),
  };
}

function requestsFromLimits(container: Container): Container {
  const { resources } = container;
  if (!resources?.limits) return container;
  return { ...container, resources: { ...resources, requests: { ...resources.limits, ...resources.requests } } };
}

const volumeDefaults = (volume: Volume): Volume =>
  Object.keys(volume).length === 1 && volume.name ? { ...volume, emptyDir: {} } : volume;

function containerDefaults<T extends Container>(container: T, hostNetwork: boolean): T {
  const { ports } = container;
  return {
    ...container,
    ...pullPolicy(container),
    ...(ports && hostNetwork
      ? { ports: ports.map((port) => ({ ...port, hostPort: port.hostPort ?? port.containerPort })) }
      : {}),
  };
}

/** `Always` for a mutable tag (`latest`, or none), else `IfNotPresent`. */
function pullPolicy({ image = '', imagePullPolicy }: { image?: string; imagePullPolicy?: string }): {
  imagePullPolicy?: string;
} {
  if (imagePullPolicy) return {};
  if (image.includes('@')) return { imagePullPolicy: 'IfNotPresent' };
  const lastPart = image.slice(image.lastIndexOf('/') + 1);
  const colon = lastPart.indexOf(':');
  const tag = colon < 0 ? 'latest' : lastPart.slice(colon + 1);
  return { imagePullPolicy: tag === 'latest' ? 'Always' : 'IfNotPresent' };
}
