import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { resetMetadata, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateConditions } from '../../../validation/conditions.js';
import type { Namespace } from './namespace.types.js';

const FINALIZERS = FieldPath.of('spec', 'finalizers');

/** A-283..A-288, C-002, C-159..C-162, C-166. Admission restricts deletes; the controller deletes the content. */
export const namespaceStrategy = (vocabulary: Vocabulary): Strategy<Namespace> => ({
  prepareForCreate(namespace) {
    const finalizers = namespace.spec?.finalizers ?? [];
    const own = vocabulary.finalizers.namespace;
    return labelled(vocabulary, {
      ...namespace,
      spec: { ...namespace.spec, finalizers: finalizers.includes(own) ? finalizers : [...finalizers, own] },
      status: { phase: 'Active' },
    });
  },
  prepareForUpdate: (namespace, old) => {
    const { spec: _spec, status: _status, ...rest } = namespace;
    return labelled(vocabulary, {
      ...rest,
      ...(old.spec === undefined ? {} : { spec: old.spec }),
      ...(old.status === undefined ? {} : { status: old.status }),
    } as Namespace);
  },
  validateCreate: (namespace) => validateFinalizers(namespace, vocabulary),
  prepareForDelete: (namespace) => ({ ...namespace, status: { ...namespace.status, phase: 'Terminating' } }),
  validateUpdate: () => [],
});

export const namespaceStatus = (vocabulary: Vocabulary): SubresourceStrategy<Namespace> => ({
  prepareForUpdate: (namespace, old) => labelled(vocabulary, takeStatus(namespace, old)),
  validateUpdate: (namespace) => [...validatePhase(namespace), ...validateStatusConditions(namespace)],
});

/** Replaces `spec.finalizers` and nothing else (C-162). */
export const namespaceFinalize = (vocabulary: Vocabulary): SubresourceStrategy<Namespace> => ({
  writeOnly: true,
  prepareForUpdate: (namespace, old) => ({
    ...old,
    metadata: resetMetadata(namespace.metadata, old.metadata),
    spec: { ...old.spec, finalizers: namespace.spec?.finalizers ?? [] },
  }),
  validateUpdate: (namespace) => validateFinalizers(namespace, vocabulary),
});

/** Sets the label with the name on every write, so that selectors can match a namespace by name. */
function labelled(vocabulary: Vocabulary, namespace: Namespace): Namespace {
  const { name } = namespace.metadata;
  const key = vocabulary.labels.metadataName;
  if (name === undefined || namespace.metadata.labels?.[key] === name) return namespace;
  return { ...namespace, metadata: { ...namespace.metadata, labels: { ...namespace.metadata.labels, [key]: name } } };
}

function validateFinalizers(namespace: Namespace, vocabulary: Vocabulary): FieldError[] {
  return (namespace.spec?.finalizers ?? []).flatMap((finalizer, index) =>
    finalizer.includes('/') || finalizer === vocabulary.finalizers.namespace
      ? []
      : [
          fieldError.invalid(
            FINALIZERS.index(index),
            finalizer,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );
}

function validatePhase(namespace: Namespace): FieldError[] {
  const phase = namespace.status?.phase;
  const expected = namespace.metadata.deletionTimestamp === undefined ? 'Active' : 'Terminating';
  if (phase === undefined || phase === expected) return [];
  const detail =
    expected === 'Active'
      ? "may only be 'Active' if `deletionTimestamp` is empty"
      : "may only be 'Terminating' if `deletionTimestamp` is not empty";
  return [fieldError.invalid(FieldPath.of('status', 'phase'), phase, detail)];
}

const validateStatusConditions = (namespace: Namespace): FieldError[] =>
  validateConditions(FieldPath.of('status', 'conditions'), namespace.status?.conditions);
