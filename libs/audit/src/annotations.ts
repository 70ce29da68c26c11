import type { ResourceDefinition } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuditAnnotation, ServerRequest } from '@orch/http';
import type { AuditEvent } from './audit-event.js';
import type { AuditLevel } from './audit-policy.js';

/** On an event without a body that exceeded a size or memory limit. */
export const truncatedAnnotation = ({ groups }: Vocabulary): string => `${groups.audit}/truncated`;

/** The event without its bodies; the same event when it has none. */
export const withoutBodies =
  (vocabulary: Vocabulary) =>
  (event: AuditEvent): AuditEvent => {
    const { requestObject, responseObject, ...rest } = event;
    if (!requestObject && !responseObject) return event;
    return { ...rest, annotations: { ...rest.annotations, [truncatedAnnotation(vocabulary)]: 'true' } };
  };

/**
 * Annotations of admission and authorization (D-198), and for deprecated API versions (B-302, D-189).
 * @param level of the event: some annotations of admission are of events from level `Request` on only.
 */
export function annotationsOf(
  { decision, auditAnnotations }: ServerRequest,
  definition: ResourceDefinition | undefined,
  level: AuditLevel,
  { groups, annotations: names }: Vocabulary,
): Pick<AuditEvent, 'annotations'> {
  const notes = admissionAnnotations(auditAnnotations, level);
  if (decision) {
    notes[`${groups.authorization}/decision`] = decision.allowed ? 'allow' : 'forbid';
    notes[`${groups.authorization}/reason`] = decision.reason;
  }
  if (decision?.allowed && definition?.deprecation !== undefined) {
    notes[names.deprecated] = 'true';
    const { removed } = definition.declaration.lifecycle ?? {};
    if (removed !== undefined) notes[names.removedRelease] = `1.${removed}`;
  }
  return Object.keys(notes).length === 0 ? {} : { annotations: notes };
}

function admissionAnnotations(
  annotations: ReadonlyMap<string, AuditAnnotation> | undefined,
  level: AuditLevel,
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [key, { value, from }] of annotations ?? [])
    if (from === 'Metadata' || level !== 'Metadata') shown[key] = value;
  return shown;
}
