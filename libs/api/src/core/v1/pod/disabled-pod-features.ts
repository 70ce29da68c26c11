import type { DisabledUse } from '../../../definition/disabled-use.js';
import type { Container } from './container.js';
import type { EphemeralContainer } from './ephemeral-container.js';
import type { Volume } from '../volume/volume.js';

type AnyContainer = Container | EphemeralContainer;

/** The parts of a pod spec that have features. */
interface SpecParts {
  volumes?: Volume[];
  containers?: Container[];
  initContainers?: Container[];
  ephemeralContainers?: EphemeralContainer[];
  hostUsers?: boolean;
}

/** The parts of a pod status that have features. */
interface StatusParts {
  observedGeneration?: number;
  conditions?: { observedGeneration?: number }[];
}
const LISTS = ['containers', 'initContainers', 'ephemeralContainers'] as const;

const someContainer = (spec: SpecParts, matches: (container: AnyContainer) => boolean): boolean =>
  LISTS.some((list) => spec[list]?.some(matches));

/** The spec with changed containers; absent lists stay so. */
function withContainers(spec: SpecParts, change: <T extends AnyContainer>(container: T) => T): SpecParts {
  const result = { ...spec };
  if (spec.containers) result.containers = spec.containers.map(change);
  if (spec.initContainers) result.initContainers = spec.initContainers.map(change);
  if (spec.ephemeralContainers) result.ephemeralContainers = spec.ephemeralContainers.map(change);
  return result;
}

const userNamespaces: DisabledUse<SpecParts> = {
  gate: 'UserNamespacesSupport',
  isUsed: ({ hostUsers }) => hostUsers !== undefined,
  drop: ({ hostUsers: _off, ...spec }) => spec,
};

/** The default stays, as it was stored before the field had a gate. */
const procMount: DisabledUse<SpecParts> = {
  gate: 'ProcMountType',
  isUsed: (spec) =>
    someContainer(spec, ({ securityContext }) => (securityContext?.procMount ?? 'Default') !== 'Default'),
  drop: (spec) =>
    withContainers(spec, (container) =>
      container.securityContext?.procMount === undefined
        ? container
        : { ...container, securityContext: { ...container.securityContext, procMount: 'Default' } },
    ),
};

/** An image volume goes with its mounts, or these would name a volume that is not there. */
const imageVolumes: DisabledUse<SpecParts> = {
  gate: 'ImageVolume',
  isUsed: ({ volumes }) => volumes?.some(({ image }) => image !== undefined) ?? false,
  drop: ({ volumes = [], ...rest }) => {
    const dropped = new Set(volumes.filter(({ image }) => image !== undefined).map(({ name }) => name));
    const kept = volumes.filter(({ image }) => image === undefined);
    const spec = kept.length > 0 ? { ...rest, volumes: kept } : rest;
    return withContainers(spec, (container) => {
      const { volumeMounts, ...others } = container;
      if (!volumeMounts?.some(({ name }) => dropped.has(name))) return container;
      const mounts = volumeMounts.filter(({ name }) => !dropped.has(name));
      return (mounts.length > 0 ? { ...others, volumeMounts: mounts } : others) as typeof container;
    });
  },
};

/** Without another entry, the lifecycle goes with its stop signal. */
const stopSignals: DisabledUse<SpecParts> = {
  gate: 'ContainerStopSignals',
  isUsed: (spec) => someContainer(spec, ({ lifecycle }) => lifecycle?.stopSignal !== undefined),
  drop: (spec) =>
    withContainers(spec, (container) => {
      if (container.lifecycle?.stopSignal === undefined) return container;
      const { lifecycle, ...others } = container;
      const { stopSignal: _off, ...hooks } = lifecycle!;
      return (Object.keys(hooks).length > 0 ? { ...others, lifecycle: hooks } : others) as typeof container;
    }),
};

/** What a pod spec loses while features are disabled, beyond fields with a gate of their own. */
export const DISABLED_USES_OF_POD_SPEC: readonly DisabledUse<SpecParts>[] = [
  userNamespaces,
  procMount,
  imageVolumes,
  stopSignals,
];

/** The same of a pod status. */
export const DISABLED_USES_OF_POD_STATUS: readonly DisabledUse<StatusParts>[] = [
  {
    gate: 'PodObservedGenerationTracking',
    isUsed: ({ observedGeneration, conditions }) =>
      observedGeneration !== undefined || (conditions ?? []).some((one) => one.observedGeneration !== undefined),
    drop: ({ observedGeneration: _off, conditions, ...status }) => ({
      ...status,
      ...(conditions && { conditions: conditions.map(({ observedGeneration: _unknown, ...condition }) => condition) }),
    }),
  },
];
