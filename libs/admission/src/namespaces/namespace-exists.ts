import { ApiError } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { NAMESPACES, isInNamespace } from './in-namespace.js';

/** Refuses every write in a missing namespace with 404: NamespaceLifecycle refuses only creates. */
export const namespaceExists = (reader: ObjectReader): AdmissionPlugin => ({
  name: 'NamespaceExists',
  handles: (a) => a.operation !== 'CONNECT' && isInNamespace(a),
  readsContent: () => false,
  validate: ({ namespace }) => {
    if (!reader.has(NAMESPACES, '', namespace)) throw ApiError.notFound({ ...NAMESPACES, name: namespace });
  },
});
