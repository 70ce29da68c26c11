import type { ApiObject } from '@orch/apimachinery';
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
  fromStored: (event) => renamed(event, FROM_STORED),
};

function renamed(object: ApiObject, names: ReadonlyMap<string, string>): ApiObject {
  const fields = Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value] as const);
  return Object.fromEntries(fields) as ApiObject;
}
