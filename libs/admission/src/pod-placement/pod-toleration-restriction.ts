import { qosClassOf, type Pod, type Toleration } from '@orch/api';
import { isPlainObject, RefusalWithoutReason } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { namespaceAnnotation } from '../namespaces/namespace-annotation.js';
import type { TextReader } from '../part-text.js';
import { isPodWrite } from '../pod-write.js';
import { areAllowed } from '../tolerations/allowed-tolerations.js';
import { mergeTolerations } from '../tolerations/merge-tolerations.js';

/** The configuration file of PodTolerationRestriction: for namespaces without the annotation. */
export interface ClusterTolerations {
  /** Added to new pods. */
  readonly defaults: readonly Toleration[];
  /** Tolerations that pods may have. Empty: any. */
  readonly allowed: readonly Toleration[];
}

export const NO_CLUSTER_TOLERATIONS: ClusterTolerations = { defaults: [], allowed: [] };

/**
 * Adds the default tolerations of its namespace to each new pod, and refuses tolerations that the namespace does not allow. Pods that request
 * something also tolerate nodes that run short of memory.
 */
export function podTolerationRestriction(
  reader: TextReader,
  vocabulary: Vocabulary,
  cluster: ClusterTolerations,
): AdmissionPlugin {
  const { annotations, taints } = vocabulary;
  const listOf = (namespace: string, annotation: string): readonly Toleration[] | undefined =>
    readTolerations(annotation, namespaceAnnotation(reader, namespace, annotation));
  const check = (namespace: string, tolerations: readonly Toleration[]): void => {
    if (tolerations.length === 0) return;
    const ofNamespace = listOf(namespace, annotations.allowedTolerations);
    const allowed = ofNamespace ?? cluster.allowed;
    if (allowed.length === 0 || areAllowed(tolerations, allowed)) return;
    const scope = ofNamespace ? 'namespace' : 'cluster';
    throw new RefusalWithoutReason(
      `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`,
    );
  };
  const memoryPressure: Toleration = { key: taints.memoryPressure, operator: 'Exists', effect: 'NoSchedule' };
  return {
    name: 'PodTolerationRestriction',
    handles: (a) => isPodWrite(a),
    mutate: (a) => {
      const pod = a.object as Pod;
      if (!pod.spec) return pod;
      const defaults =
        a.operation === 'CREATE' ? (listOf(a.namespace, annotations.defaultTolerations) ?? cluster.defaults) : [];
      const added = qosClassOf(pod.spec) === 'BestEffort' ? defaults : [...defaults, memoryPressure];
      const before = pod.spec.tolerations ?? [];
      const tolerations = added.length === 0 ? before : mergeTolerations(before, added);
      check(a.namespace, tolerations);
      return added.length === 0 ? pod : { ...pod, spec: { ...pod.spec, tolerations } };
    },
    validate: (a) => check(a.namespace, (a.object as Pod).spec?.tolerations ?? []),
  };
}

/** Tolerations of an annotation, as JSON; undefined without it. */
function readTolerations(annotation: string, text: string | undefined): readonly Toleration[] | undefined {
  if (text === undefined) return undefined;
  if (text === '') return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new RefusalWithoutReason(`annotation ${annotation} of the namespace: ${(error as SyntaxError).message}`);
  }
  if (list === null) return [];
  if (Array.isArray(list) && list.every(isToleration)) return list;
  throw new RefusalWithoutReason(`annotation ${annotation} of the namespace: must be a list of tolerations`);
}

const TEXTS = ['key', 'operator', 'value', 'effect'];

const isToleration = (value: unknown): value is Toleration =>
  isPlainObject(value) &&
  TEXTS.every((field) => value[field] === undefined || typeof value[field] === 'string') &&
  (value['tolerationSeconds'] === undefined || Number.isSafeInteger(value['tolerationSeconds']));
