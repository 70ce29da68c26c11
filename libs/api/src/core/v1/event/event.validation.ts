import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkQualifiedName } from '../../../validation/names.js';
import { validatePresent } from '../../../validation/values.js';
import type { Event } from './event.types.js';

/** Most bytes of the texts of a report. */
const MAX_TEXT = 128;
const MAX_MESSAGE = 1_024;
const TEXTS = ['reportingInstance', 'action', 'reason'] as const;
const ROOT = FieldPath.root;

/**
 * Rules of events of both groups, on the stored form, whose names errors use: an event is where its object is, and one with
 * `eventTime` is a whole report.
 * @param reporter what the served form calls `reportingComponent`.
 */
export function validateEvent(
  event: Partial<Event>,
  reporter: 'reportingComponent' | 'reportingController',
  vocabulary: Vocabulary,
): FieldError[] {
  const errors = validateEventNamespace(event, vocabulary);
  if (!event.eventTime) return errors;
  const { reportingComponent = '', message = '' } = event;
  const at = ROOT.child(reporter);
  return [
    ...errors,
    ...validatePresent(at, reportingComponent),
    ...checkQualifiedName(at, reportingComponent),
    ...TEXTS.flatMap((field) => [
      ...validatePresent(ROOT.child(field), event[field]),
      ...checkLength(ROOT.child(field), event[field], MAX_TEXT),
    ]),
    ...checkLength(ROOT.child('message'), message, MAX_MESSAGE),
  ];
}

/** Kube-apiserver does not show the value. */
const checkLength = (path: FieldPath, text = '', limit: number): FieldError[] =>
  Buffer.byteLength(text) > limit ? [fieldError.invalid(path, '', `can have at most ${limit} characters`)] : [];

/** Events of cluster-scoped objects are in the default namespace; those with `eventTime` also in the system namespace, or in another than their object. */
function validateEventNamespace(
  { metadata, involvedObject, eventTime }: Partial<Event>,
  { namespaces }: Vocabulary,
): FieldError[] {
  const { namespace = '' } = metadata ?? {};
  const about = involvedObject?.namespace ?? '';
  const places = ['', namespaces.default, ...(eventTime ? [namespaces.system] : [])];
  const fits = about === '' ? places.includes(namespace) : Boolean(eventTime) || about === namespace;
  return fits
    ? []
    : [fieldError.invalid(FieldPath.of('involvedObject', 'namespace'), about, 'does not match event.namespace')];
}
