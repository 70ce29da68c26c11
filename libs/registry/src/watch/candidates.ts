import { entriesInPlace, type EntryRange } from '../cache/entries-in-place.js';
import type { Entry } from '../cache/entry.js';
import type { FieldIndex } from '../cache/field-index.js';
import type { ResourceCache } from '../cache/resource-cache.js';
import { equalitiesOf, requirementsOf, type Equality, type ObjectSelection } from './object-filter.js';

/** Entries among which are all that a selection selects. */
export interface Candidates {
  /** In key order. Entries are immutable, so the array is a snapshot. */
  readonly entries: Entry[];
  /** Each of them is selected: nothing is left to match. */
  readonly areSelected: boolean;
}

/** An index and the value to look up. */
interface Lookup {
  readonly index: FieldIndex;
  readonly value: string;
}

/** Entries that several indexes give in the first round; then four times as many in each, until one has no more. */
const FIRST_ROUND = 64;

/**
 * Finds candidates by the complete index that gives the fewest, else by namespace and name.
 * @param range `most` counts only where all candidates are selected.
 */
export function candidatesOf(state: ResourceCache, selection: ObjectSelection, range: EntryRange = {}): Candidates {
  const equalities = equalitiesOf(selection);
  const lookups = equalities.flatMap((equality) => lookupOf(state, equality));
  const { afterKey } = range;
  if (lookups.length === 0) {
    const areSelected = requirementsOf(selection) === 0 && selection.visibility === undefined;
    const entries = entriesInPlace(state, selection, areSelected ? range : { afterKey });
    return { entries, areSelected };
  }
  const requirements = requirementsOf(selection) + (selection.name === undefined ? 0 : 1);
  const areSelected = requirements === 1 && selection.visibility === undefined;
  const lookup = fewest(lookups, selection.namespace, afterKey);
  const entries = found(lookup, selection.namespace, areSelected ? range : { afterKey });
  return { entries, areSelected };
}

/**
 * Entries of a state, in key order. Each batch is read when it is asked for: a watch whose client does not read would keep a copy of all of them. They can be read
 * several times, and are the same then.
 */
export type EntryBatches = Iterable<readonly Entry[]>;

/** Candidates of the state at the time of the call. */
export const candidateBatches = (state: ResourceCache, selection: ObjectSelection): EntryBatches =>
  batchesOf(state, (from) => candidateReader(from, selection));

/** Entries of the state at the time of the call by namespace and name only. */
export const batchesInPlace = (state: ResourceCache, selection: ObjectSelection): EntryBatches =>
  batchesOf(state, (from) => (range) => entriesInPlace(from, selection, range));

/** Entries of a batch. */
const BATCH = { most: 500 };

type BatchReader = (range: EntryRange) => readonly Entry[];

function candidateReader(state: ResourceCache, selection: ObjectSelection): BatchReader {
  const lookups = equalitiesOf(selection).flatMap((equality) => lookupOf(state, equality));
  if (lookups.length === 0) return (range) => entriesInPlace(state, selection, range);
  const lookup = fewest(lookups, selection.namespace);
  return (range) => found(lookup, selection.namespace, range);
}

function batchesOf(state: ResourceCache, readerOf: (state: ResourceCache) => BatchReader): EntryBatches {
  const first = readerOf(state)(BATCH);
  if (first.length < BATCH.most) return [first];
  const read = readerOf(state.snapshot());
  return {
    *[Symbol.iterator]() {
      for (let batch = first; batch.length > 0; batch = read({ ...BATCH, afterKey: batch.at(-1)!.key })) yield batch;
    },
  };
}

function lookupOf(state: ResourceCache, { field, value }: Equality): Lookup[] {
  const index = state.indexes.get(field);
  return index?.isUsable ? [{ index, value }] : [];
}

/** The lookup that gives the fewest entries: it costs about as much as they are, times the number of lookups. */
function fewest(lookups: readonly Lookup[], namespace: string | undefined, afterKey?: string): Lookup {
  const [first] = lookups as [Lookup];
  if (lookups.length === 1) return first;
  for (let most = FIRST_ROUND; ; most *= 4)
    for (const lookup of lookups) if (found(lookup, namespace, { afterKey, most }).length < most) return lookup;
}

function found({ index, value }: Lookup, namespace: string | undefined, { afterKey, most = Infinity }: EntryRange) {
  const entries: Entry[] = [];
  index.visit(value, namespace, afterKey, (entry) => entries.push(entry) < most);
  return entries;
}
