import { metadataListType } from '../api/media-types';
import type { ApiObject, ManagedFields } from '../api/object';
import type { Resource } from '../api/resource';
import type { Scan } from '../scan/scan-kinds';

/** The last change of an object, as its metadata tell. */
export interface Change {
  readonly resource: Resource;
  readonly object: ApiObject;
  /** RFC 3339. */
  readonly time: string;
  readonly what: 'created' | 'changed' | 'deletion began';
  /** The field manager and what it wrote, such as `orchctl (Update of status)`; '' when the server does not say. */
  readonly by: string;
}

const managerText = ({ manager = '', operation = '', subresource = '' }: ManagedFields): string =>
  `${manager} (${operation}${subresource === '' ? '' : ` of ${subresource}`})`;

/** undefined when the object is older than `since` (milliseconds since 1970) and was not changed after it. */
export function changeAfter(since: number, resource: Resource, object: ApiObject): Change | undefined {
  const { creationTimestamp = '', deletionTimestamp = '', managedFields = [] } = object.metadata;
  const last = managedFields.toSorted((a, b) => ((a.time ?? '') < (b.time ?? '') ? 1 : -1))[0];
  const written = last?.time ?? '';
  const time = [creationTimestamp, deletionTimestamp, written].toSorted().at(-1) ?? '';
  if (!(Date.parse(time) >= since)) return undefined;
  const by = last === undefined ? '' : managerText(last);
  if (time === deletionTimestamp) return { resource, object, time, what: 'deletion began', by: '' };
  return { resource, object, time, what: time === creationTimestamp ? 'created' : 'changed', by };
}

export const newestFirst = (changes: readonly Change[]): Change[] =>
  changes.toSorted((a, b) => (a.time < b.time ? 1 : -1));

/** Objects changed within the last `minutes`. Reads metadata only. */
export const changeScan = (minutes: number, now: () => number = Date.now): Scan<Change> => ({
  acceptOf: () => metadataListType(),
  look: (resource, object) => changeAfter(now() - minutes * 60_000, resource, object),
});
