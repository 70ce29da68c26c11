import type { Pod, PodSpec, Toleration } from '@orch/api';
import { withMember, type ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

/** How long pods stay on a node that is not ready or unreachable. Unit: seconds. */
export interface DefaultTolerationOptions {
  readonly defaultNotReadyTolerationSeconds: number;
  readonly defaultUnreachableTolerationSeconds: number;
}

const NO_EXECUTE = 'NoExecute';

/**
 * Adds a toleration of nodes that are not ready, and one of unreachable nodes, to pods that have none (D-182). Without them a pod is
 * evicted as soon as its node gets the taint.
 */
export function defaultTolerationSeconds(options: DefaultTolerationOptions, { taints }: Vocabulary): AdmissionPlugin {
  const defaults = [
    toleration(taints.nodeNotReady, options.defaultNotReadyTolerationSeconds),
    toleration(taints.nodeUnreachable, options.defaultUnreachableTolerationSeconds),
  ];
  return {
    name: 'DefaultTolerationSeconds',
    handles: ({ operation, subresource, definition: { gvr } }) =>
      (operation === 'CREATE' || operation === 'UPDATE') &&
      subresource === '' &&
      gvr.resource === 'pods' &&
      gvr.group === '',
    mutate: (a) => {
      const pod = a.object as Pod;
      const present = pod.spec?.tolerations ?? [];
      const missing = defaults.filter(({ key }) => !present.some((one) => toleratesEviction(one, key!)));
      if (missing.length === 0) return pod;
      const spec: Partial<PodSpec> = pod.spec ?? {};
      return withMember<ApiObject, 'spec'>(pod, 'spec', withMember(spec, 'tolerations', [...present, ...missing]));
    },
  };
}

/** Shared by all pods: objects under admission are never changed in place. */
const toleration = (key: string, tolerationSeconds: number): Toleration =>
  Object.freeze({ key, operator: 'Exists', effect: NO_EXECUTE, tolerationSeconds });

/** An empty key is of every taint, and an empty effect of every effect. */
const toleratesEviction = ({ key = '', effect = '' }: Toleration, taint: string): boolean =>
  (key === taint || key === '') && (effect === NO_EXECUTE || effect === '');
