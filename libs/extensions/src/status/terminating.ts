import { withCondition, type Finding } from '@orch/api';
import type { DefinitionParts } from './definition-parts.js';

const finding = (status: Finding['status'], reason: string, message: string): Finding => ({
  type: 'Terminating',
  status,
  reason,
  message,
});

/** States of the deletion of a definition, as its condition `Terminating`. */
export const terminating = {
  inProgress: finding('True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress'),
  failed: (why: string): Finding => finding('True', 'InstanceDeletionFailed', `could not issue all deletes: ${why}`),
  completed: finding('False', 'InstanceDeletionCompleted', 'removed all instances'),
  neverEstablished: finding('False', 'NeverEstablished', 'resource was never established'),
} as const;

/** @returns the same object when the condition says so already. */
export function withFinding(definition: DefinitionParts, what: Finding, now: string): DefinitionParts {
  const before = definition.status?.conditions ?? [];
  const conditions = withCondition(before, what, now);
  return conditions === before ? definition : { ...definition, status: { ...definition.status, conditions } };
}

/** @returns the same object when it does not have the finalizer. */
export function withoutFinalizer(definition: DefinitionParts, finalizer: string): DefinitionParts {
  const { finalizers = [] } = definition.metadata;
  if (!finalizers.includes(finalizer)) return definition;
  const rest = finalizers.filter((one) => one !== finalizer);
  return { ...definition, metadata: { ...definition.metadata, finalizers: rest.length > 0 ? rest : undefined } };
}
