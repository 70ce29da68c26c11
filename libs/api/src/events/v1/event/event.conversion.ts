import type { ApiObject } from '@orch/apimachinery';
import type { Event as Stored } from '../../../core/v1/event/event.types.js';
import type { StorageConversion } from '../../../definition/kind-declaration.js';

/** Renamed fields: newer, stored. Other fields have the same name in both. */
const NAMES: readonly (readonly [newer: string, stored: string])[] = [
  ['reportingController', 'reportingComponent'],
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
];
const TO_STORED = new Map(NAMES);
const FROM_STORED = new Map(NAMES.map(([newer, stored]) => [stored, newer] as const));

/** Events of the newer group are stored as core events; the forms differ in names only, so conversion is lossless. */
export const eventConversion: StorageConversion = {
  storedAs: { group: 'core', version: 'v1', kind: 'Event' },
  toStored: (event) => renamed(event, TO_STORED),
  fromStored: (event) => renamed(withoutZeros(event), FROM_STORED),
};

/** Only the stored form always has the reporting component and instance. */
function withoutZeros(event: ApiObject): ApiObject {
  const { reportingComponent, reportingInstance, ...rest } = event as Stored;
  if (reportingComponent && reportingInstance) return event;
  return {
    ...rest,
    ...(reportingComponent ? { reportingComponent } : {}),
    ...(reportingInstance ? { reportingInstance } : {}),
  } as ApiObject;
}

function renamed(object: ApiObject, names: ReadonlyMap<string, string>): ApiObject {
  const fields = Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value] as const);
  return Object.fromEntries(fields) as ApiObject;
}
