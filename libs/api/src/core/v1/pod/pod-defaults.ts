import { withMember, type ApiObject, type WorkLimit } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Volume } from '../volume/volume.js';
import type { Container } from './container.js';
import type { PodStatus } from './pod-status.js';
import type { PodSpec } from './pod-spec.js';
import type { PodTemplateSpec } from './pod-template-spec.js';
import type { Pod } from './pod.types.js';

/** Each request that is added is decoded, checked, owned and written as a limit is: as much work as that of two other members. */
const MEMBERS_OF_REQUEST = 2;

/**
 * Defaults that depend on other fields (C-188, C-230); those that do not stand in the fields themselves. Some are a pod's alone: a
 * template is what its author wrote, and the pods made from it get theirs.
 */
export function podDefaults(
  object: ApiObject,
  _vocabulary?: Vocabulary,
  _emulatedMinor?: number,
  limit?: WorkLimit,
): ApiObject {
  const sent = object as Pod;
  const pod = sent.status ? { ...sent, status: withAddresses(sent.status) } : sent;
  if (!pod.spec) return pod;
  const { enableServiceLinks = true } = pod.spec;
  const spec = withRequests(withHostPorts(withContainerDefaults(pod.spec)), limit);
  return { ...pod, spec: { ...spec, ...accountNames(spec), enableServiceLinks } };
}

/** `podIP` is the first of `podIPs`, whichever of the two was written; of two that differ it counts. */
function withAddresses(status: PodStatus): PodStatus {
  const { podIP, podIPs = [] } = status;
  const first = podIPs[0]?.ip;
  if (podIP && first !== podIP) return { ...status, podIPs: [{ ip: podIP }] };
  return first && !podIP ? { ...status, podIP: first } : status;
}

/** As `podDefaults`, for the pod inside a workload. */
export function podTemplateDefaults(template: PodTemplateSpec): PodTemplateSpec {
  if (!template.spec) return template;
  const spec = withContainerDefaults(template.spec);
  return { ...template, spec: { ...spec, ...accountNames(spec) } };
}

function withContainerDefaults(spec: PodSpec): PodSpec {
  const container = <T extends Container>(c: T): T => ({ ...c, ...pullPolicy(c) });
  return {
    ...spec,
    ...(spec.volumes ? { volumes: spec.volumes.map(volumeDefaults) } : {}),
    ...(spec.containers ? { containers: spec.containers.map(container) } : {}),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(container) } : {}),
    ...(spec.ephemeralContainers ? { ephemeralContainers: spec.ephemeralContainers.map(container) } : {}),
  };
}

/** The older name of the field follows the newer one. */
function accountNames({ serviceAccountName, serviceAccount }: PodSpec): Partial<PodSpec> {
  const name = serviceAccountName || serviceAccount;
  return name ? { serviceAccountName: name, serviceAccount: name } : {};
}

/** Requests default to limits. */
function withRequests(spec: PodSpec, limit: WorkLimit | undefined): PodSpec {
  const container = <T extends Container>(c: T): T => requestsFromLimits(c, limit);
  return {
    ...spec,
    ...(spec.containers ? { containers: spec.containers.map(container) } : {}),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(container) } : {}),
  };
}

function requestsFromLimits<T extends Container>(container: T, limit: WorkLimit | undefined): T {
  const { resources } = container;
  if (!resources?.limits) return container;
  limit?.spendMembers(Object.keys(resources.limits).length * MEMBERS_OF_REQUEST);
  const requests = { ...resources.limits, ...resources.requests };
  return withMember(container, 'resources', withMember(resources, 'requests', requests));
}

const volumeDefaults = (volume: Volume): Volume =>
  Object.keys(volume).some((field) => field !== 'name') ? volume : { ...volume, emptyDir: {} };

/** On the network of its node, the ports of a pod are the node's. A template has none of it: it would keep them without that network. */
function withHostPorts(spec: PodSpec): PodSpec {
  if (spec.hostNetwork !== true) return spec;
  const container = <T extends Container>(c: T): T =>
    c.ports ? { ...c, ports: c.ports.map((port) => ({ ...port, hostPort: port.hostPort || port.containerPort })) } : c;
  return {
    ...spec,
    ...(spec.containers ? { containers: spec.containers.map(container) } : {}),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(container) } : {}),
  };
}

/** A name of an image without digest: the parts of its path in lower case, the first possibly a host, and a tag. */
const IMAGE =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?\/)?[a-z0-9]+(?:(?:\.|__?|-+|\/)[a-z0-9]+)*(?::latest)?$/;

/** Longest name of an image, without its tag. */
const MAX_NAME = 255;

/** `Always` for a mutable tag (`latest`, or none), else `IfNotPresent`, also for a name that is not valid. */
function pullPolicy({ image = '', imagePullPolicy }: { image?: string; imagePullPolicy?: string }): {
  imagePullPolicy?: string;
} {
  if (imagePullPolicy) return {};
  if (image.includes('@')) return { imagePullPolicy: 'IfNotPresent' };
  const colon = image.indexOf(':', image.lastIndexOf('/'));
  const isMutable = colon < 0 || image.endsWith(':latest');
  const isName = (colon < 0 ? image.length : colon) <= MAX_NAME && IMAGE.test(image);
  return { imagePullPolicy: isMutable && isName ? 'Always' : 'IfNotPresent' };
}
