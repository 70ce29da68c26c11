import type { FieldPath } from '@orch/apimachinery';
import type { Volume, VolumeSource } from '../volume/volume.js';
import type { Container, ContainerPort } from './container.js';
import type { PodSpec } from './pod-spec.js';
import type { PodTemplateSpec } from './pod-template-spec.js';
import { isWhole } from './resource-names.js';

/** Warnings for deprecated volume sources. */
const DEPRECATED_SOURCES: Partial<Record<keyof VolumeSource, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};
const IN_BYTES = ['memory', 'ephemeral-storage'];

/** Warnings for valid fields that are probably mistakes (B-321). */
export const podSpecWarnings = (path: FieldPath, spec: PodSpec): string[] => [
  ...(spec.volumes ?? []).flatMap((volume, index) => volumeWarnings(path.child('volumes').index(index), volume)),
  ...(['initContainers', 'containers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap((container, index) => containerWarnings(path.child(list).index(index), container)),
  ),
  ...repeated(spec.hostAliases, ({ ip }) => ip).map(([index, ip]) =>
    warning(path.child('hostAliases').index(index).child('ip'), `duplicate ip "${ip}"`),
  ),
  ...(spec.imagePullSecrets ?? []).flatMap(({ name }, index) =>
    name ? [] : [warning(path.child('imagePullSecrets').index(index), 'invalid empty name ""')],
  ),
  ...(spec.topologySpreadConstraints ?? []).flatMap(({ labelSelector }, index) =>
    labelSelector
      ? []
      : [
          warning(
            path.child('topologySpreadConstraints').index(index),
            'a null labelSelector results in matching no pod',
          ),
        ],
  ),
  ...((spec.terminationGracePeriodSeconds ?? 0) < 0
    ? [
        warning(
          path.child('terminationGracePeriodSeconds'),
          'must be >= 0; negative values are invalid and will be treated as 1',
        ),
      ]
    : []),
];

/** As `podSpecWarnings`, for the pod template of a workload. */
export const podTemplateWarnings = (path: FieldPath, template: PodTemplateSpec | undefined): string[] =>
  template?.spec ? podSpecWarnings(path.child('spec'), template.spec) : [];

const warning = (path: FieldPath, text: string): string => `${path.toString()}: ${text}`;

const volumeWarnings = (path: FieldPath, volume: Volume): string[] =>
  Object.entries(DEPRECATED_SOURCES)
    .filter(([name]) => volume[name as keyof VolumeSource] !== undefined)
    .map(([name, text]) => warning(path.child(name), text));

function containerWarnings(path: FieldPath, { env, ports, resources = {} }: Container): string[] {
  const hidden = repeated(env, ({ name }) => name).map(([index, name]) =>
    warning(
      path.child('env').index(index),
      `hides previous definition of "${name}", which may be dropped when using apply`,
    ),
  );
  const samePorts = repeated(ports, portOf).map(([index, port]) =>
    warning(path.child('ports').index(index), `duplicate port definition of ${port}`),
  );
  const fractions = (['limits', 'requests'] as const).flatMap((list) =>
    Object.entries(resources[list] ?? {})
      .filter(([name, amount]) => IN_BYTES.includes(name) && !isWhole(amount))
      .map(([name, amount]) =>
        warning(
          path.child('resources').child(list).key(name),
          `fractional byte value "${amount}" is invalid, must be an integer`,
        ),
      ),
  );
  return [...hidden, ...samePorts, ...fractions];
}

const portOf = ({ containerPort, hostPort, protocol = 'TCP' }: ContainerPort): string =>
  `${containerPort}/${protocol}${hostPort ? ` on host port ${hostPort}` : ''}`;

/** Indexes of duplicate items, with their identity. */
function repeated<T>(items: readonly T[] = [], identity: (item: T) => string): [number, string][] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const id = identity(item);
    if (seen.has(id)) return [[index, id]];
    seen.add(id);
    return [];
  });
}
