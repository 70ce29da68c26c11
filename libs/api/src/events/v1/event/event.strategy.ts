import { fieldError, FieldPath, goString, goStruct, goTime, goValue, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Event as StoredEvent } from '../../../core/v1/event/event.types.js';
import { validateEvent } from '../../../core/v1/event/event.validation.js';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { sameJson } from '../../../validation/json-equality.js';
import { requireFields } from '../../../validation/required-fields.js';
import { eventConversion } from './event.conversion.js';
import type { Event } from './event.types.js';

const ROOT = FieldPath.root;
const TYPES = ['Normal', 'Warning'];

/** An event is a report: complete when it is made, and afterwards only its series grows. Errors have the names of the stored form. */
export const newerEventStrategy = (vocabulary: Vocabulary): Strategy<Event> => ({
  validateCreate: (event) => {
    const stored = storedOf(event);
    return [...validateEvent(stored, 'reportingController', vocabulary), ...validateNew(stored)];
  },
  validateUpdate: (event, old) => {
    const [stored, before] = [storedOf(event), storedOf(old)];
    return [
      ...validateEvent(stored, 'reportingController', vocabulary),
      ...(sameJson(stored.series, before.series) ? [] : validateSeries(stored)),
      ...validateOnlySeriesChanged(stored, before),
    ];
  },
});

const storedOf = (event: Event): StoredEvent => eventConversion.toStored(event) as StoredEvent;

function validateNew(event: StoredEvent): FieldError[] {
  const { type = '', eventTime, count = 0, source } = event;
  // Kube-apiserver does not show the values.
  const refuse = (field: string, detail: string): FieldError => fieldError.invalid(ROOT.child(field), '', detail);
  const unset = {
    firstTimestamp: Boolean(event.firstTimestamp),
    lastTimestamp: Boolean(event.lastTimestamp),
    count: count !== 0,
    source: Boolean(source?.component || source?.host),
  };
  return [
    ...validateSeries(event),
    ...(eventTime ? [] : [fieldError.required(ROOT.child('eventTime'))]),
    ...(TYPES.includes(type) ? [] : [refuse('type', `has invalid value: ${type}`)]),
    ...Object.entries(unset).flatMap(([field, isSet]) => (isSet ? [refuse(field, 'needs to be unset')] : [])),
  ];
}

function validateSeries({ series }: StoredEvent): FieldError[] {
  if (!series) return [];
  const path = ROOT.child('series');
  return [
    ...((series.count ?? 0) < 2 ? [fieldError.invalid(path.child('count'), '', 'should be at least 2')] : []),
    ...requireFields(path, series, 'lastObservedTime'),
  ];
}

const goReference = goStruct('core.ObjectReference', {
  kind: goString,
  namespace: goString,
  name: goString,
  uid: goString,
  apiVersion: goString,
  resourceVersion: goString,
  fieldPath: goString,
});

/** The name of the reporter is the newer one also in errors. */
function validateOnlySeriesChanged(event: StoredEvent, old: StoredEvent): FieldError[] {
  const fields = [
    'reason',
    'message',
    'source',
    'firstTimestamp',
    'lastTimestamp',
    'count',
    'reason',
    'type',
    'eventTime',
    'action',
    'related',
  ] as const;
  return [
    ...(sameJson(event.involvedObject, old.involvedObject)
      ? []
      : [
          fieldError.invalid(
            ROOT.child('involvedObject'),
            goValue(goReference, event.involvedObject),
            'field is immutable',
          ),
        ]),
    ...validateUnchanged<StoredEvent>(ROOT, filled(event), filled(old), fields, {
      eventTime: goTime,
      firstTimestamp: goTime,
      lastTimestamp: goTime,
      related: goReference,
      source: goStruct('core.EventSource', { component: goString, host: goString }),
    }),
    ...(event.reportingComponent === old.reportingComponent
      ? []
      : [fieldError.invalid(ROOT.child('reportingController'), event.reportingComponent ?? '', 'field is immutable')]),
    ...validateUnchanged<StoredEvent>(ROOT, filled(event), filled(old), ['reportingInstance']),
  ];
}

const NO_TIME = '0001-01-01T00:00:00Z';

/** What is absent is zero. */
const filled = ({ reason = '', message = '', type = '', action = '', ...event }: StoredEvent): StoredEvent => ({
  ...event,
  count: event.count ?? 0,
  source: event.source ?? {},
  firstTimestamp: event.firstTimestamp ?? NO_TIME,
  lastTimestamp: event.lastTimestamp ?? NO_TIME,
  reason,
  message,
  type,
  action,
  reportingInstance: event.reportingInstance ?? '',
});
