import type { Change } from '../cache/change.js';
import type { Entry } from '../cache/entry.js';
import { objectKey, splitObjectKey } from '../store/storage-keys.js';
import type { ObjectSelection } from './object-filter.js';
import type { WatchGroup } from './watch-group.js';

/**
 * Finds the groups a change can concern without asking each: by object, by a declared field's value (a pod's node), by
 * namespace; the rest sees everything. A group stands in one place only, the narrowest that fits.
 */
export class GroupIndex {
  private readonly places = new Map<string, Set<WatchGroup>>();
  private byField = 0;

  /** @param indexedFields fields that the kind declares as indexed. */
  constructor(private readonly indexedFields: readonly string[]) {}

  add(group: WatchGroup): void {
    const place = this.placeOf(group.selection);
    if (place.startsWith(FIELD)) this.byField++;
    const groups = this.places.get(place);
    if (groups) groups.add(group);
    else this.places.set(place, new Set([group]));
  }

  remove(group: WatchGroup): void {
    const place = this.placeOf(group.selection);
    const groups = this.places.get(place);
    if (!groups?.delete(group)) return;
    if (place.startsWith(FIELD)) this.byField--;
    if (groups.size === 0) this.places.delete(place);
  }

  /** Calls `visit` for each group the change may concern, once. */
  concerned(change: Change, visit: (group: WatchGroup) => void): void {
    const { key } = change.entry;
    this.visitPlace(EVERYWHERE, visit);
    this.visitPlace(NAMESPACE + splitObjectKey(key).namespace, visit);
    this.visitPlace(OBJECT + key, visit);
    if (this.byField === 0) return;
    for (const field of this.indexedFields) {
      const value = valueOf(change.entry, field);
      this.visitPlace(fieldPlace(field, value), visit);
      // One that no longer has the value must be told so.
      const before = change.previous && valueOf(change.previous, field);
      if (before !== undefined && before !== value) this.visitPlace(fieldPlace(field, before), visit);
    }
  }

  private visitPlace(place: string, visit: (group: WatchGroup) => void): void {
    const groups = this.places.get(place);
    if (groups) for (const group of groups) visit(group);
  }

  private placeOf(selection: ObjectSelection): string {
    const { namespace, name, fields } = selection;
    if (namespace !== undefined && name !== undefined) return OBJECT + objectKey(namespace, name);
    for (const field of this.indexedFields) {
      const value = fields?.valueOf(field);
      if (value !== undefined) return fieldPlace(field, value);
    }
    return namespace === undefined ? EVERYWHERE : NAMESPACE + namespace;
  }
}

const EVERYWHERE = 'all';
const NAMESPACE = 'namespace ';
const OBJECT = 'object ';
const FIELD = 'field ';

const fieldPlace = (field: string, value: string): string => `${FIELD}${field}=${value}`;

const valueOf = (entry: Entry, field: string): string => entry.selectorFacts.fields[field] ?? '';
