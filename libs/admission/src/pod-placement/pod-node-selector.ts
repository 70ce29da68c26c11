import { RefusalWithoutReason } from '@orch/apimachinery';
import type { Pod } from '@orch/api';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { forbidden } from '../forbidden.js';
import { namespaceAnnotation } from '../namespaces/namespace-annotation.js';
import type { TextReader } from '../part-text.js';
import { isPodWrite } from '../pod-write.js';
import { LabelMapError, readLabelMap, type LabelMap } from './label-map.js';

/** Selectors of the configuration file of PodNodeSelector. */
export interface NodeSelectors {
  /** Of namespaces without an annotation. */
  readonly clusterDefault: LabelMap;
  /** By namespace: all labels that its pods may select. Absent or empty: any. */
  readonly allowed: ReadonlyMap<string, LabelMap>;
}

export const NO_NODE_SELECTORS: NodeSelectors = { clusterDefault: new Map(), allowed: new Map() };

/**
 * Adds the node selector of its namespace to each new pod (D-184), and refuses one that selects other values, or labels that the configuration
 * does not allow in the namespace.
 */
export function podNodeSelector(
  reader: TextReader,
  { annotations }: Vocabulary,
  { clusterDefault, allowed }: NodeSelectors,
): AdmissionPlugin {
  const selectorOf = (namespace: string): LabelMap => {
    const text = namespaceAnnotation(reader, namespace, annotations.nodeSelector);
    if (text === undefined) return clusterDefault;
    try {
      return readLabelMap(text);
    } catch (error) {
      if (!(error instanceof LabelMapError)) throw error;
      throw new RefusalWithoutReason(error.message);
    }
  };
  const check = (a: AdmissionAttributes, selector: LabelMap, selected: Selected): void => {
    for (const [key, value] of selector)
      if (Object.hasOwn(selected, key) && selected[key] !== value)
        throw forbidden(a, 'pod node label selector conflicts with its namespace node label selector');
    const labels = allowed.get(a.namespace);
    if (labels === undefined || labels.size === 0) return;
    if (Object.entries(selected).some(([key, value]) => labels.get(key) !== value))
      throw forbidden(a, 'pod node label selector labels conflict with its namespace whitelist');
  };
  return {
    name: 'PodNodeSelector',
    handles: (a) => isPodWrite(a, { operations: ['CREATE'] }),
    mutate: (a) => {
      const pod = a.object as Pod;
      const selector = selectorOf(a.namespace);
      const sent = pod.spec?.nodeSelector ?? {};
      const nodeSelector = { ...Object.fromEntries(selector), ...sent };
      check(a, selector, nodeSelector);
      return selector.size === 0 || !pod.spec ? pod : { ...pod, spec: { ...pod.spec, nodeSelector } };
    },
    validate: (a) => check(a, selectorOf(a.namespace), (a.object as Pod).spec?.nodeSelector ?? {}),
  };
}

type Selected = Readonly<Record<string, string>>;
