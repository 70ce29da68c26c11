import { fieldError, FieldPath, type FieldError, type ObjectMeta } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import type { Event } from './event.types.js';

/** Maximum lengths of the texts of an event, in bytes. */
export const REPORT_LIMITS = { reportingInstance: 128, action: 128, reason: 128, message: 1024 } as const;

/** An event is in the namespace of its involved object; one with `eventTime` requires the reporting fields. */
export const eventStrategy = (vocabulary: Vocabulary): Strategy<Event> => ({
  validateCreate: (event) => validateEvent(event, vocabulary),
  validateUpdate: (event) => validateEvent(event, vocabulary),
});

export function validateEvent(event: Event, vocabulary: Vocabulary): FieldError[] {
  const about = (event.involvedObject as Event['involvedObject'] | undefined)?.namespace ?? '';
  return [
    ...validateEventNamespace(FieldPath.of('involvedObject', 'namespace'), event, about, vocabulary),
    ...(event.eventTime === undefined ? [] : validateReport(event)),
  ];
}

/** Events of cluster-scoped objects are in the default namespace; those with `eventTime` also in the system namespace, or in another than their object. */
export function validateEventNamespace(
  path: FieldPath,
  { metadata, eventTime }: { readonly metadata: ObjectMeta; readonly eventTime?: string },
  about: string,
  { namespaces }: Vocabulary,
): FieldError[] {
  const { namespace = '' } = metadata;
  const places = ['', namespaces.default, ...(eventTime === undefined ? [] : [namespaces.system])];
  const fits = about === '' ? places.includes(namespace) : eventTime !== undefined || about === namespace;
  return fits ? [] : [fieldError.invalid(path, about, 'does not match event.namespace')];
}

/** Rejects a text of more than `limit` bytes. */
export const checkReportText = (path: FieldPath, text: string | undefined, limit: number): FieldError[] =>
  Buffer.byteLength(text ?? '') > limit ? [fieldError.invalid(path, text, `can have at most ${limit} characters`)] : [];

function validateReport(event: Event): FieldError[] {
  const root = FieldPath.root;
  return [
    ...requireFields(root, event, 'reportingComponent', 'reportingInstance', 'action', 'reason'),
    ...(event.reportingComponent ? checkQualifiedName(root.child('reportingComponent'), event.reportingComponent) : []),
    ...Object.entries(REPORT_LIMITS).flatMap(([field, limit]) =>
      checkReportText(root.child(field), event[field as keyof typeof REPORT_LIMITS], limit),
    ),
  ];
}
