import type { Binding, Pod } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { LabelReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { isPodWrite } from '../pod-write.js';

const NODES = { group: '', resource: 'nodes' };

/** Copies the zone and the region of its node to each pod that is bound to one, so that the pod can read them as its labels. */
export function podTopologyLabels(reader: LabelReader, { labels: names }: Vocabulary): AdmissionPlugin {
  const labelsOf = (node: string): Readonly<Record<string, string>> => {
    const all = reader.labelsOf(NODES, '', node) ?? {};
    const copied = [names.zone, names.region].filter((name) => all[name] !== undefined);
    return Object.fromEntries(copied.map((name) => [name, all[name]!]));
  };
  return {
    name: 'PodTopologyLabels',
    handles: (a) => isPodWrite(a, { operations: ['CREATE'] }) || isPodWrite(a, { subresource: 'binding' }),
    mutate: ({ object }) => {
      const { metadata, spec, target } = object as ApiObject & Pick<Pod, 'spec'> & Partial<Pick<Binding, 'target'>>;
      const node = spec?.nodeName ?? target?.name ?? '';
      const labels = node === '' ? {} : labelsOf(node);
      if (Object.keys(labels).length === 0) return object!;
      return { ...object!, metadata: { ...metadata, labels: { ...metadata.labels, ...labels } } };
    },
  };
}
