import { ApiError } from '@orch/apimachinery';
import type { CreateTarget, PreconditionReader, ReadObject } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from './forbidden.js';
import type { AdmissionPlugin } from './admission-plugin.js';

const NAMESPACES = { group: '', resource: 'namespaces' };

/**
 * Refuses creates in a missing (C-024) or terminating (C-163) namespace, and deletes of system namespaces (C-003). An object
 * created in a namespace that was just deleted would never be cleaned up, so the store compares the namespace in the
 * transaction of the create.
 */
export function namespaceLifecycle(reader: PreconditionReader, vocabulary: Vocabulary): AdmissionPlugin {
  const reserved = new Set([vocabulary.namespaces.default, vocabulary.namespaces.system, vocabulary.namespaces.public]);
  const requireActiveNamespace = (target: CreateTarget): ReadObject => {
    const read = reader.readWithPrecondition(NAMESPACES, '', target.namespace);
    if (!read) throw ApiError.notFound({ ...NAMESPACES, name: target.namespace });
    if (read.identity.deletionTimestamp !== undefined) throw terminating(target);
    return read;
  };
  return {
    name: 'NamespaceLifecycle',
    // A Binding, an Eviction and a token request are creates, too. They are asked about as they were sent, as in kube-apiserver.
    connects: true,
    handles: (a) =>
      a.operation === 'DELETE' ? isNamespace(a) : a.operation === 'CREATE' && isInNamespace(a) && !isAccessReview(a),
    readsContent: () => false,
    // Before other plugins and the validation of the object: what else is wrong does not matter there.
    mutate: (a) => {
      if (a.operation === 'CREATE') requireActiveNamespace(a);
      return a.object!;
    },
    validate: (a) => {
      if (a.operation !== 'DELETE') return;
      // A namespace with a damaged stored value may be deleted: the next start recreates it. Every readable namespace has a uid.
      const isDamaged = a.oldObject !== undefined && a.oldObject.metadata.uid === undefined;
      if (reserved.has(a.name) && !isDamaged) throw forbidden(a, 'this namespace may not be deleted');
    },
    createPrecondition: (target) => (isInNamespace(target) ? requireActiveNamespace(target) : undefined),
  };
}

const isInNamespace = (target: CreateTarget): boolean => target.namespace !== '' && !isNamespace(target);

/** Whether a user may do something in a namespace can be asked in every state of it. */
const isAccessReview = (target: CreateTarget): boolean =>
  target.definition.gvr.resource === 'localsubjectaccessreviews';

const isNamespace = (a: CreateTarget): boolean =>
  a.definition.gvr.resource === 'namespaces' && a.definition.gvr.group === '';

function terminating(a: CreateTarget): ApiError {
  return forbidden(a, `unable to create new content in namespace ${a.namespace} because it is being terminated`, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${a.namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  ]);
}
