import type { Change } from '../cache/change.js';
import type { Entry } from '../cache/entry.js';
import { objectKey, splitObjectKey } from '../keys/storage-keys.js';
import type { ObjectSelection } from './object-filter.js';
import type { WatchGroup } from './watch-group.js';

/**
 * Index of watch groups: finds the groups that a change can concern by object, by the value of an indexed field (a pod's node), or by
 * namespace; other groups get every change. A group is in one place only, the narrowest that fits.
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

  /** The changes of one commit, by the groups they may concern; groups of one place share the array. */
  concerned(changes: readonly Change[]): Iterable<readonly [groups: Iterable<WatchGroup>, changes: readonly Change[]]> {
    const found = new Map<Set<WatchGroup>, Change[]>();
    const note = (place: string, change: Change): void => {
      const groups = this.places.get(place);
      if (!groups) return;
      const noted = found.get(groups);
      if (noted) noted.push(change);
      else found.set(groups, [change]);
    };
    for (const change of changes) {
      const { key } = change.entry;
      note(EVERYWHERE, change);
      note(NAMESPACE + splitObjectKey(key).namespace, change);
      note(OBJECT + key, change);
      if (this.byField > 0) this.noteFields(change, note);
    }
    return found;
  }

  private noteFields(change: Change, note: (place: string, change: Change) => void): void {
    for (const field of this.indexedFields) {
      const value = valueOf(change.entry, field);
      note(fieldPlace(field, value), change);
      // Groups of the previous value must get the change too.
      const before = change.previous && valueOf(change.previous, field);
      if (before !== undefined && before !== value) note(fieldPlace(field, before), change);
    }
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
