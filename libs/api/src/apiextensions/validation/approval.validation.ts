import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { InternalDefinition } from '../conversion/internal-definition.js';

/** Whether the API of a definition in a protected group was approved: by the address of the review, or on purpose not. */
export type ApprovalState = 'missing' | 'invalid' | 'approved' | 'bypassed';

const REVIEWS = 'https://github.com/kubernetes/enhancements/pull/1111';
/** An address with scheme and host. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]/i;

/** Whether a group belongs to the project itself. */
export const isProtectedGroup = (group: string, { protectedGroups }: Vocabulary): boolean =>
  protectedGroups.some((one) => group === one || group.endsWith(`.${one}`));

/** State of the approval, and its reason in words. */
export function approvalOf(
  definition: Pick<InternalDefinition, 'metadata'>,
  { annotations: { apiApproved } }: Vocabulary,
): readonly [state: ApprovalState, reason: string] {
  const text = definition.metadata.annotations?.[apiApproved] ?? '';
  const rule = `protected groups must have approval annotation "${apiApproved}"`;
  if (text === '') return ['missing', `${rule}, see ${REVIEWS}`];
  if (text.startsWith('unapproved')) return ['bypassed', `not approved: ${JSON.stringify(text)}`];
  if (ADDRESS.test(text)) return ['approved', `approved in ${text}`];
  return ['invalid', `${rule} with either a URL or a reason starting with "unapproved", see ${REVIEWS}`];
}

/** A new definition in a protected group needs approval; an update must not lose it. */
export function validateApproval(
  definition: InternalDefinition,
  old: InternalDefinition | undefined,
  vocabulary: Vocabulary,
): FieldError[] {
  if (!isProtectedGroup(definition.spec?.group ?? '', vocabulary)) return [];
  const [state, reason] = approvalOf(definition, vocabulary);
  if (old && approvalOf(old, vocabulary)[0] === state) return [];
  const { apiApproved } = vocabulary.annotations;
  const path = FieldPath.of('metadata').child('annotations').key(apiApproved);
  if (state === 'missing') return [fieldError.required(path, reason)];
  return state === 'invalid' ? [fieldError.invalid(path, definition.metadata.annotations?.[apiApproved], reason)] : [];
}
