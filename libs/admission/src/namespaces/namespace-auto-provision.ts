import { ApiError } from '@orch/apimachinery';
import type { LoopbackClient, ObjectReader } from '@orch/registry';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { forbidden } from '../forbidden.js';
import { isInNamespace, NAMESPACES } from './in-namespace.js';

/** Creates the namespace of a new object if it is missing (D-184). A dry run creates none, so it is refused as without this plugin. */
export const namespaceAutoProvision = (
  reader: ObjectReader,
  own: Pick<LoopbackClient, 'createIfAbsent'>,
): AdmissionPlugin => ({
  name: 'NamespaceAutoProvision',
  handles: (a) => a.operation === 'CREATE' && isInNamespace(a),
  mutate: (a) => {
    const { namespace: name, object, dryRun } = a;
    if (dryRun || reader.has(NAMESPACES, '', name)) return object!;
    const created = own.createIfAbsent(NAMESPACES.resource, '', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
    return created.then(
      () => object!,
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        throw forbidden(a, error.message);
      },
    );
  },
});
