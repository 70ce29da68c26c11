import type { Change } from '../cache/change.js';
import { objectKey, splitObjectKey } from '../keys/storage-keys.js';
import { equalitiesOf, hasSelectors, type ObjectSelection } from './object-filter.js';
import type { WatchGroup } from './watch-group.js';

/**
 * Index of watch groups: finds the groups that a change can concern by object, by the value of a field (a pod's node), in one namespace or
 * in all, or by namespace; other groups get every change. A group is in one place only, the narrowest that fits.
 */
export class GroupIndex {
  private readonly places = new Map<string, Set<WatchGroup>>();
  /** Number of groups that are placed by each field. */
  private readonly fields = new Map<string, number>();
  private selecting = 0;

  add(group: WatchGroup): void {
    const place = placeOf(group.selection);
    const field = fieldOf(group.selection);
    if (hasSelectors(group.selection)) this.selecting++;
    if (field !== undefined) this.fields.set(field, (this.fields.get(field) ?? 0) + 1);
    const groups = this.places.get(place);
    if (groups) groups.add(group);
    else this.places.set(place, new Set([group]));
  }

  remove(group: WatchGroup): void {
    const place = placeOf(group.selection);
    const groups = this.places.get(place);
    if (!groups?.delete(group)) return;
    if (groups.size === 0) this.places.delete(place);
    if (hasSelectors(group.selection)) this.selecting--;
    const field = fieldOf(group.selection);
    if (field === undefined) return;
    const left = this.fields.get(field)! - 1;
    if (left === 0) this.fields.delete(field);
    else this.fields.set(field, left);
  }

  /** Whether matching some group needs the content of objects. */
  get hasSelectors(): boolean {
    return this.selecting > 0;
  }

  /** Whether a change of that object can concern a group, whatever its content is. */
  mayConcern(key: string): boolean {
    const { places } = this;
    if (this.fields.size > 0 || places.has(EVERYWHERE) || places.has(OBJECT + key)) return true;
    return places.has(NAMESPACE + splitObjectKey(key).namespace);
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
      const { namespace } = splitObjectKey(key);
      note(EVERYWHERE, change);
      note(NAMESPACE + namespace, change);
      note(OBJECT + key, change);
      for (const field of this.fields.keys()) {
        for (const value of valuesOf(change, field) ?? this.allValues(field)) {
          note(fieldPlace(field, undefined, value), change);
          note(fieldPlace(field, namespace, value), change);
        }
      }
    }
    return found;
  }

  /** The values by which groups are placed: all of them get an object whose field cannot be read, and end with the reason. */
  private *allValues(field: string): Iterable<string> {
    for (const groups of this.places.values()) {
      // Groups of one place have the same value.
      const [group] = groups;
      const equality = group && equalitiesOf(group.selection)[0];
      if (equality?.field === field) yield equality.value;
    }
  }
}

const EVERYWHERE = 'all';
const NAMESPACE = 'namespace ';
const OBJECT = 'object ';

function placeOf({ namespace, name, ...selection }: ObjectSelection): string {
  if (namespace !== undefined && name !== undefined) return OBJECT + objectKey(namespace, name);
  const [equality] = equalitiesOf({ namespace, name, ...selection });
  if (equality) return fieldPlace(equality.field, namespace, equality.value);
  return namespace === undefined ? EVERYWHERE : NAMESPACE + namespace;
}

const fieldOf = (selection: ObjectSelection): string | undefined => equalitiesOf(selection)[0]?.field;

const fieldPlace = (field: string, namespace: string | undefined, value: string): string =>
  `field ${field} ${namespace ?? '*'} ${value}`;

/** The value of a field, and the previous one if it was another: its groups must get the change too. Undefined when it cannot be read. */
function valuesOf({ entry, previous }: Change, field: string): readonly string[] | undefined {
  try {
    const value = entry.fieldValue(field);
    const before = previous?.fieldValue(field);
    return before === undefined || before === value ? [value] : [value, before];
  } catch {
    return undefined;
  }
}
