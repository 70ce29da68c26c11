import { ApiError } from '@orch/apimachinery';
import type { AdmissionAttributes, ObjectReader, UnreadAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

const NAMESPACES = { group: '', resource: 'namespaces' };

/**
 * Nothing is created where no namespace stands (C-024) or where one is ending (C-163), and the namespaces the server itself
 * lives in stay (C-003). Reads the newest durable state, never a view that may lag: an object created in a namespace that has
 * just gone would never be cleaned up.
 */
export function namespaceLifecycle(reader: ObjectReader, vocabulary: Vocabulary): AdmissionPlugin {
  const reserved = new Set([vocabulary.namespaces.default, vocabulary.namespaces.system, vocabulary.namespaces.public]);
  const requireActiveNamespace = (a: UnreadAttributes): void => {
    const namespace = reader.read(NAMESPACES, '', a.namespace);
    if (!namespace) throw ApiError.notFound({ ...NAMESPACES, name: a.namespace });
    if (namespace.metadata.deletionTimestamp !== undefined) throw terminating(a);
  };
  return {
    name: 'NamespaceLifecycle',
    handles: (a) =>
      a.operation === 'DELETE' ? isNamespace(a) : a.operation === 'CREATE' && a.namespace !== '' && !isNamespace(a),
    readsContent: () => false,
    validate: (a) => {
      if (a.operation === 'DELETE') {
        // One whose stored value is damaged may go: the next start makes it again. Every namespace that can be read has a uid.
        const isDamaged = a.oldObject !== undefined && a.oldObject.metadata.uid === undefined;
        if (reserved.has(a.name) && !isDamaged) {
          throw ApiError.forbidden({ ...NAMESPACES, name: a.name }, 'this namespace may not be deleted');
        }
        return;
      }
      requireActiveNamespace(a);
    },
    // Between both, a large object is computed, or others have their turn.
    confirmCreate: requireActiveNamespace,
  };
}

const isNamespace = (a: AdmissionAttributes): boolean =>
  a.definition.gvr.resource === 'namespaces' && a.definition.gvr.group === '';

function terminating(a: UnreadAttributes): ApiError {
  const { group, resource } = a.definition.gvr;
  return ApiError.forbidden(
    { group, resource, name: a.name },
    `unable to create new content in namespace ${a.namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${a.namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}
