import {
  fieldError,
  FieldPath,
  FOREGROUND_FINALIZER,
  ORPHAN_FINALIZER,
  type ApiObject,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { resetMetadata, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateSpecifiedConditions } from '../../../validation/specified-conditions.js';
import type { Namespace } from './namespace.types.js';

/** The label with the name, also where a name is generated: then the strategy adds it. */
export const namespaceDefaults = (namespace: ApiObject, vocabulary: Vocabulary): ApiObject =>
  labelled(vocabulary, namespace as Namespace);

const FINALIZERS = FieldPath.of('spec', 'finalizers');
const CONDITIONS = FieldPath.of('status', 'conditions');

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
  validateCreate: (namespace) => validateFinalizers(namespace, () => FINALIZERS, vocabulary),
  prepareForDelete: (namespace) => ({ ...namespace, status: { ...namespace.status, phase: 'Terminating' } }),
  validateUpdate: () => [],
});

export const namespaceStatus = (vocabulary: Vocabulary): SubresourceStrategy<Namespace> => ({
  prepareForUpdate: (namespace, old) => labelled(vocabulary, takeStatus(namespace, old)),
  validateUpdate: (namespace) => [
    ...validatePhase(namespace),
    ...(vocabulary.answers.rulesOfFields === 'specified'
      ? validateSpecifiedConditions(CONDITIONS, namespace.status?.conditions)
      : []),
  ],
});

/** Replaces `spec.finalizers` and nothing else (C-162). */
export const namespaceFinalize = (vocabulary: Vocabulary): SubresourceStrategy<Namespace> => ({
  writeOnly: true,
  prepareForUpdate: (namespace, old) => ({
    ...old,
    metadata: resetMetadata(namespace.metadata, old.metadata),
    spec: { ...old.spec, finalizers: namespace.spec?.finalizers ?? [] },
  }),
  validateUpdate: (namespace) => validateFinalizers(namespace, (index) => FINALIZERS.index(index), vocabulary),
});

/** Sets the label with the name on every write, so that selectors can match a namespace by name. */
function labelled(vocabulary: Vocabulary, namespace: Namespace): Namespace {
  const { name } = namespace.metadata;
  const key = vocabulary.labels.metadataName;
  if (name === undefined || namespace.metadata.labels?.[key] === name) return namespace;
  return { ...namespace, metadata: { ...namespace.metadata, labels: { ...namespace.metadata.labels, [key]: name } } };
}

/** @param pathOf path of the errors of one finalizer: those of a create do not name it. */
function validateFinalizers(
  namespace: Namespace,
  pathOf: (index: number) => FieldPath,
  vocabulary: Vocabulary,
): FieldError[] {
  const standard = [vocabulary.finalizers.namespace, ORPHAN_FINALIZER, FOREGROUND_FINALIZER];
  return (namespace.spec?.finalizers ?? []).flatMap((finalizer, index) => {
    const path = pathOf(index);
    const errors = checkQualifiedName(path, finalizer);
    if (!finalizer.includes('/') && !standard.includes(finalizer)) {
      const detail = 'name is neither a standard finalizer name nor is it fully qualified';
      errors.push(fieldError.invalid(path, finalizer, detail));
    }
    return errors;
  });
}

function validatePhase(namespace: Namespace): FieldError[] {
  const phase = namespace.status?.phase;
  const expected = namespace.metadata.deletionTimestamp === undefined ? 'Active' : 'Terminating';
  if (phase === undefined || phase === expected) return [];
  const detail =
    expected === 'Active'
      ? "may only be 'Active' if `deletionTimestamp` is empty"
      : "may only be 'Terminating' if `deletionTimestamp` is not empty";
  return [fieldError.invalid(FieldPath.of('status', 'Phase'), phase, detail)];
}
