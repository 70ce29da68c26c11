import { approvalOf, isProtectedGroup } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { Finding } from '@orch/api';
import type { DefinitionParts } from './definition-parts.js';

/** The condition about the approval of a definition in a protected group; undefined in any other group. */
export function approvalFinding(definition: DefinitionParts, vocabulary: Vocabulary): Finding | undefined {
  if (!isProtectedGroup(definition.spec.group, vocabulary)) return undefined;
  const [state, message] = approvalOf(definition, vocabulary);
  return { type: vocabulary.approvalCondition, ...FINDINGS[state], message };
}

const FINDINGS = {
  missing: { status: 'False', reason: 'MissingAnnotation' },
  invalid: { status: 'False', reason: 'InvalidAnnotation' },
  approved: { status: 'True', reason: 'ApprovedAnnotation' },
  bypassed: { status: 'False', reason: 'UnapprovedAnnotation' },
} as const;
