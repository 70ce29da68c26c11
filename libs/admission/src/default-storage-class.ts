import type { ApiObject } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

/** Sets the default class on a claim without a class; the empty string explicitly requests no class (C-178). */
export function defaultStorageClass(reader: ObjectReader, vocabulary: Vocabulary): AdmissionPlugin {
  const classes = { group: vocabulary.groups.storage, resource: 'storageclasses' };
  return {
    name: 'DefaultStorageClass',
    handles: (a) =>
      a.operation === 'CREATE' &&
      a.definition.gvr.resource === 'persistentvolumeclaims' &&
      a.definition.gvr.group === '',
    mutate: (a) => {
      const object = a.object!;
      const spec = (object['spec'] ?? {}) as Readonly<Record<string, unknown>>;
      if (spec['storageClassName'] !== undefined && spec['storageClassName'] !== null) return object;
      const name = defaultClass(reader.readAll(classes), vocabulary.annotations.defaultStorageClass);
      return name === undefined ? object : { ...object, spec: { ...spec, storageClassName: name } };
    },
  };
}

/** The newest class marked as default; of equally old classes the first by name, so that every server picks the same. */
function defaultClass(classes: Iterable<ApiObject>, annotation: string): string | undefined {
  const marked = [...classes].filter((c) => c.metadata.annotations?.[annotation] === 'true');
  marked.sort(
    (a, b) =>
      compare(b.metadata.creationTimestamp, a.metadata.creationTimestamp) || compare(a.metadata.name, b.metadata.name),
  );
  return marked[0]?.metadata.name;
}

const compare = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
