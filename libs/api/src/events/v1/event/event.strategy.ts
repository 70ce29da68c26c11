import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { checkReportText, REPORT_LIMITS, validateEventNamespace } from '../../../core/v1/event/event.strategy.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf } from '../../../validation/values.js';
import type { Event } from './event.types.js';

const ROOT = FieldPath.root;
const { message: note, ...SAME_LIMITS } = REPORT_LIMITS;
const LIMITS = { ...SAME_LIMITS, note };
/** Fields of events in the older form; newer clients omit them. */
const DEPRECATED = [
  'deprecatedFirstTimestamp',
  'deprecatedLastTimestamp',
  'deprecatedCount',
  'deprecatedSource',
] as const;

/** An event is a report: complete when it is made, and afterwards only its series grows. */
export const newerEventStrategy = (vocabulary: Vocabulary): Strategy<Event> => ({
  validateCreate: (event) => validateEvent(event, vocabulary),
  validateUpdate: (event, old) => [...validateNamespace(event, vocabulary), ...validateOnlySeriesChanged(event, old)],
});

function validateEvent(event: Event, vocabulary: Vocabulary): FieldError[] {
  return [
    ...requireFields(ROOT, event, 'eventTime', 'reportingController', 'reportingInstance', 'action', 'reason', 'type'),
    ...(event.reportingController
      ? checkQualifiedName(ROOT.child('reportingController'), event.reportingController)
      : []),
    ...validateOneOf(ROOT.child('type'), event.type, ['Normal', 'Warning']),
    ...Object.entries(LIMITS).flatMap(([field, limit]) =>
      checkReportText(ROOT.child(field), event[field as keyof typeof LIMITS], limit),
    ),
    ...validateNamespace(event, vocabulary),
    ...DEPRECATED.filter((field) => event[field] !== undefined && !sameJson(event[field], {})).map((field) =>
      fieldError.invalid(ROOT.child(field), event[field], 'needs to be unset'),
    ),
    ...validateSeries(event),
  ];
}

function validateSeries({ series }: Event): FieldError[] {
  if (!series) return [];
  const path = ROOT.child('series');
  return [
    ...requireFields(path, series, 'lastObservedTime'),
    ...((series.count ?? 0) < 2
      ? [fieldError.invalid(path.child('count'), series.count ?? 0, 'should be at least 2')]
      : []),
  ];
}

function validateNamespace(event: Event, vocabulary: Vocabulary): FieldError[] {
  return validateEventNamespace(
    FieldPath.of('regarding', 'namespace'),
    event,
    event.regarding?.namespace ?? '',
    vocabulary,
  );
}

function validateOnlySeriesChanged(event: Event, old: Event): FieldError[] {
  const fixed = [
    ...Object.keys(LIMITS),
    'eventTime',
    'reportingController',
    'regarding',
    'related',
    'type',
    ...DEPRECATED,
  ];
  return fixed
    .filter((field) => !sameJson(event[field], old[field]))
    .map((field) => fieldError.invalid(ROOT.child(field), event[field], 'field is immutable'));
}
