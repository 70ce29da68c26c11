import type { ApiObject } from '@orch/apimachinery';
import type { Volume } from '../volume/volume.js';
import type { Container } from './container.js';
import type { PodSpec } from './pod-spec.js';
import type { PodTemplateSpec } from './pod-template-spec.js';
import type { Pod } from './pod.types.js';

/** Defaults that depend on other fields (C-188, C-230); those that do not stand in the fields themselves. */
export function podDefaults(object: ApiObject): ApiObject {
  const pod = object as Pod;
  return pod.spec ? { ...pod, spec: podSpecDefaults(pod.spec) } : pod;
}

/** As `podDefaults`, for the pod inside a workload. */
export function podTemplateDefaults(template: PodTemplateSpec): PodTemplateSpec {
  return template.spec ? { ...template, spec: podSpecDefaults(template.spec) } : template;
}

export function podSpecDefaults(spec: PodSpec): PodSpec {
  const hostNetwork = spec.hostNetwork === true;
  const container = <T extends Container>(c: T): T => containerDefaults(c, hostNetwork);
  return {
    ...spec,
    ...accountDefaults(spec),
    ...(spec.volumes ? { volumes: spec.volumes.map(volumeDefaults) } : {}),
    ...(spec.containers ? { containers: spec.containers.map(container) } : {}),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(container) } : {}),
    ...(spec.ephemeralContainers
      ? { ephemeralContainers: spec.ephemeralContainers.map((c) => ({ ...c, ...pullPolicy(c) })) }
      : {}),
  };
}

/** The older name of the field follows the newer one. */
function accountDefaults({ serviceAccountName, serviceAccount }: PodSpec): Partial<PodSpec> {
  const name = serviceAccountName || serviceAccount || 'default';
  return { serviceAccountName: name, serviceAccount: name };
}

const volumeDefaults = (volume: Volume): Volume =>
  Object.keys(volume).length === 1 && volume.name ? { ...volume, emptyDir: {} } : volume;

function containerDefaults<T extends Container>(container: T, hostNetwork: boolean): T {
  const { ports, resources } = container;
  return {
    ...container,
    ...pullPolicy(container),
    ...(ports && hostNetwork
      ? { ports: ports.map((port) => ({ ...port, hostPort: port.hostPort ?? port.containerPort })) }
      : {}),
    ...(resources?.limits
      ? { resources: { ...resources, requests: { ...resources.limits, ...resources.requests } } }
      : {}),
  };
}

/** `Always` for what may move under its tag (`latest`, or none), else `IfNotPresent`. */
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
