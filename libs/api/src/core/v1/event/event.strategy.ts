import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import type { Event } from './event.types.js';

const MAX_REPORTER_BYTES = 128;
const MAX_REASON_BYTES = 128;

/** An event stands in the namespace of what it is about; one with `eventTime` also says who reports what. */
export const eventStrategy = (vocabulary: Vocabulary): Strategy<Event> => ({
  validateCreate: (event) => validateEvent(event, vocabulary),
  validateUpdate: (event) => validateEvent(event, vocabulary),
});

export function validateEvent(event: Event, vocabulary: Vocabulary): FieldError[] {
  const path = FieldPath.of('involvedObject', 'namespace');
  const about = (event.involvedObject as Event['involvedObject'] | undefined)?.namespace ?? '';
  const { namespace = '' } = event.metadata;
  const fits = about === '' ? namespace === '' || namespace === vocabulary.namespaces.default : about === namespace;
  return [
    ...(fits ? [] : [fieldError.invalid(path, about, 'does not match event.namespace')]),
    ...(event.eventTime === undefined ? [] : validateReport(event)),
  ];
}

function validateReport(event: Event): FieldError[] {
  const root = FieldPath.root;
  const tooLong = (field: 'reportingInstance' | 'action' | 'reason', limit: number): FieldError[] =>
    Buffer.byteLength(event[field] ?? '') > limit ? [fieldError.tooLong(root.child(field), limit)] : [];
  return [
    ...requireFields(root, event, 'reportingComponent', 'reportingInstance', 'action', 'reason'),
    ...(event.reportingComponent ? checkQualifiedName(root.child('reportingComponent'), event.reportingComponent) : []),
    ...tooLong('reportingInstance', MAX_REPORTER_BYTES),
    ...tooLong('action', MAX_REASON_BYTES),
    ...tooLong('reason', MAX_REASON_BYTES),
  ];
}
