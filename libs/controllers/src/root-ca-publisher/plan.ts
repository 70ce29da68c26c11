import type { Vocabulary } from '@orch/vocabulary';
import type { ConfigMap } from '../shared/config-map.js';

const DESCRIPTION =
  'Holds the certificates by which clients inside the namespace verify the API server. It is kept up to date by the server; ' +
  'changes made to it do not last.';

/** Action for the ConfigMap of one namespace. */
export type PublishPlan =
  | { readonly action: 'none' }
  | { readonly action: 'create' | 'replace'; readonly configMap: ConfigMap };

/** Creates the ConfigMap, or restores its data: exactly one key. Other labels and annotations are kept. */
export function planPublication(
  namespace: string,
  present: ConfigMap | undefined,
  rootCaPem: string,
  vocabulary: Vocabulary,
): PublishPlan {
  const data = { 'ca.crt': rootCaPem };
  if (!present) {
    const annotations = { [vocabulary.annotations.description]: DESCRIPTION };
    const metadata = { namespace, name: vocabulary.rootCaConfigMap, annotations };
    return { action: 'create', configMap: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data } };
  }
  const keys = Object.keys(present.data ?? {});
  const right = keys.length === 1 && present.data?.['ca.crt'] === rootCaPem;
  return right ? { action: 'none' } : { action: 'replace', configMap: { ...present, data } };
}
