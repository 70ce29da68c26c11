import { isExtendedResource, type Pod, type Toleration } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { isPodWrite } from '../pod-write.js';

/**
 * Adds a toleration of the taint named like each extended resource that a pod requests: nodes with special devices are tainted with the name of
 * the device, and only pods that ask for one run there.
 */
export const extendedResourceToleration = (vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'ExtendedResourceToleration',
  handles: (a) => isPodWrite(a),
  mutate: (a) => {
    const pod = a.object as Pod;
    const { spec } = pod;
    const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
    const names = new Set(containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {})));
    const extended = [...names].filter((name) => isExtendedResource(name, vocabulary)).sort();
    if (extended.length === 0) return pod;
    return { ...pod, spec: { ...spec!, tolerations: tolerating(spec?.tolerations ?? [], extended) } };
  },
});

/** With a toleration of each key; one of the same key, effect and operator is replaced in its place. */
function tolerating(tolerations: readonly Toleration[], keys: readonly string[]): Toleration[] {
  const missing = new Set(keys);
  const replaced = tolerations.map((one) => {
    const { key = '', operator, effect, value = '' } = one;
    const isSame = missing.has(key) && operator === 'Exists' && effect === 'NoSchedule' && value === '';
    if (!isSame) return one;
    missing.delete(key);
    return tolerationOf(key);
  });
  return [...replaced, ...[...missing].map(tolerationOf)];
}

const tolerationOf = (key: string): Toleration => ({ key, operator: 'Exists', effect: 'NoSchedule' });
