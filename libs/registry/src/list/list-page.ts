import { ApiError, encodeContinueToken } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceActor } from '../actor/resource-actor.js';
import { isDamaged } from '../cache/damaged-entry.js';
import type { Entry } from '../cache/entry.js';
import type { ResourceCache } from '../cache/resource-cache.js';
import { separateTurn } from '../cache/separate-turn.js';
import { notInHistory } from '../errors/storage-errors.js';
import { candidatesOf } from '../watch/candidates.js';
import {
  type ObjectSelection,
  entriesPerStep,
  equalitiesOf,
  hasSelectors,
  inScope,
  requirementsOf,
  selectsContent,
} from '../watch/object-filter.js';
import type { ListPlan } from './list-plan.js';

/** One page of a list. */
export interface ListPage {
  /** The collection's resourceVersion. */
  readonly revision: Revision;
  readonly entries: readonly Entry[];
  /** Token for the next page; undefined on the last. */
  readonly continue: string | undefined;
  /** Number of objects after this page; undefined where clients must not see it (A-077..A-080). */
  readonly remaining: number | undefined;
  /** Bytes of its objects that are in memory only for this page: those of a past state. Absent: none. */
  readonly ownBytes?: number;
}

/** Parameters of one page. */
export interface PageRequest {
  readonly plan: ListPlan;
  readonly selection: ObjectSelection;
  /** 0: no limit. */
  readonly limit: number;
  /** Scope that continue tokens are bound to. */
  readonly scope: string;
  /** Whether the page includes damaged objects, for callers that need names only. Default: the list fails. */
  readonly includesDamaged?: boolean;
  /** Waits for the next time slice, where many lists with selectors share the event loop. Default: one list per turn. */
  readonly takeTurn?: (() => Promise<void>) | undefined;
  /** Runs a read of a state that must be rebuilt from the changes since, which takes time, and memory for those in the log. Default: at once. */
  readonly readPast?: (<T>(read: () => Promise<T>) => Promise<T>) | undefined;
  /** Runs a wait for a version that is not reached. Default: at once. */
  readonly waitFuture?: ((wait: () => Promise<void>) => Promise<void>) | undefined;
  /** Converts objects to the version that selectors match. Absent: they match objects as stored. */
  readonly convert?: ((entries: readonly Entry[]) => readonly Entry[] | Promise<readonly Entry[]>) | undefined;
}

/** Entries matched in one turn of the event loop: matching may require parsing. */
const ENTRIES_PER_TURN = 1_000;
const BYTES_PER_TURN = 1_024 * 1_024;
const ENTRIES_PER_CONVERSION = 500;
/**
 * Maximum size of the objects of a page with a limit, where it has more than one. Clients parse a page at once: 500 objects of the permitted size would be
 * gigabytes.
 */
export const BYTES_PER_PAGE = 8 * 1_024 * 1_024;
/** Lists with more selector requirements start in a separate turn. */
const FEW_REQUIREMENTS = 20;

/**
 * Synchronous for the newest state without selectors, or by an index; else a promise. The caller has waited until
 * the plan's revision is not in the future.
 * @throws ApiError Expired when the revision was compacted or lost (A-206, C-053); InternalError naming an object of the page whose
 * stored value is damaged: a list without it would be incomplete.
 */
export function readPage(actor: ResourceActor, request: PageRequest): ListPage | Promise<ListPage> {
  const { plan } = request;
  const revision = planRevision(plan) ?? actor.position.revision;
  const oldest = actor.position.storage.oldestRevision;
  if (
    revision < oldest ||
    revision > actor.position.revision ||
    actor.position.isLost(revision) ||
    isOldToken(plan, actor)
  )
    throw expired(plan, actor.position.revision, oldest, request.scope);
  if (revision < actor.lastChange) {
    const read = async () => readState(actor, await actor.history.stateAt(revision), revision, request);
    return actor.history.isKept(revision) || !request.readPast ? read() : request.readPast(read);
  }
  // A state of the past is scanned: it would be past when the index is built.
  const isIndexed = planRevision(plan) === undefined ? buildIndexes(actor, inStore(request)) : undefined;
  // Hundreds of lists may have waited for the same index.
  if (isIndexed) return isIndexed.then(request.takeTurn ?? separateTurn).then(() => readPage(actor, request));
  return readState(actor, actor.current, revision, request);
}

/** Indexes the fields by which the selection finds objects. Undefined: nothing to wait for. */
export function buildIndexes(actor: ResourceActor, selection: ObjectSelection): Promise<void> | undefined {
  const equalities = equalitiesOf(selection);
  if (equalities.length === 0) return undefined;
  return actor.indexes.build(
    equalities.map(({ field }) => field),
    selection.namespace,
  );
}

/** The part of the selection that stored objects match: selectors match objects that are converted. */
const inStore = ({ selection, convert }: PageRequest): ObjectSelection =>
  convert && hasSelectors(selection) ? { ...selection, labels: undefined, fields: undefined } : selection;

function readState(
  actor: ResourceActor,
  state: ResourceCache,
  revision: Revision,
  request: PageRequest,
): ListPage | Promise<ListPage> {
  const { plan, selection, limit } = request;
  const afterKey = plan.state === 'continue' ? plan.afterKey : undefined;
  const stored = inStore(request);
  const most = stored === selection ? entriesNeeded(limit) : Infinity;
  const { entries, areSelected } = candidatesOf(state, stored, { afterKey, most });
  if (areSelected && stored === selection) return cutPage(actor, state, revision, request, entries);
  // Only a state that another page is read from is kept.
  const kept = limit > 0 && state === actor.current ? state.snapshot() : state;
  return selected(entries, request).then((matching) => cutPage(actor, kept, revision, request, matching));
}

/** Whether each object must be matched. */
const isFiltered = (selection: ObjectSelection): boolean =>
  hasSelectors(selection) || selection.visibility !== undefined;

/** One more than the limit, to detect a next page. */
const entriesNeeded = (limit: number): number => (limit > 0 ? limit + 1 : Infinity);

function selected(entries: readonly Entry[], request: PageRequest): Promise<Entry[]> {
  const { convert, selection } = request;
  return convert && hasSelectors(selection)
    ? selectedConverted(entries, request, convert)
    : selectedStored(entries, request);
}

/** Converts a bounded number of objects at a time, and matches them in a later turn: many lists may wait for one conversion. */
async function selectedConverted(
  entries: readonly Entry[],
  request: PageRequest,
  convert: NonNullable<PageRequest['convert']>,
): Promise<Entry[]> {
  const { selection, limit, takeTurn = separateTurn } = request;
  const maxEntries = entriesNeeded(limit);
  const matching: Entry[] = [];
  for (let at = 0; at < entries.length && matching.length < maxEntries; at += ENTRIES_PER_CONVERSION) {
    const candidates = entries.slice(at, at + ENTRIES_PER_CONVERSION).filter((entry) => inScope(selection, entry.key));
    let converted: readonly Entry[];
    try {
      converted = await convert(candidates);
    } finally {
      await takeTurn();
    }
    await addMatching(matching, converted, request);
  }
  return matching;
}

async function selectedStored(entries: readonly Entry[], request: PageRequest): Promise<Entry[]> {
  const { selection, takeTurn = separateTurn } = request;
  const matching: Entry[] = [];
  if (requirementsOf(selection) > FEW_REQUIREMENTS) await takeTurn();
  await addMatching(matching, entries, request);
  return matching;
}

async function addMatching(
  matching: Entry[],
  entries: readonly Entry[],
  { selection, limit, takeTurn = separateTurn }: PageRequest,
): Promise<void> {
  const maxEntries = entriesNeeded(limit);
  const entriesPerTurn = entriesPerStep(selection, ENTRIES_PER_TURN);
  for (let at = 0, bytes = 0; at < entries.length && matching.length < maxEntries; at++) {
    const entry = entries[at]!;
    if (inScope(selection, entry.key) && selectsContent(selection, entry)) matching.push(entry);
    bytes += entry.length;
    if (bytes < BYTES_PER_TURN && (at + 1) % entriesPerTurn !== 0) continue;
    bytes = 0;
    await takeTurn();
  }
}

function cutPage(
  actor: ResourceActor,
  state: ResourceCache,
  revision: Revision,
  { plan, selection, limit, scope, includesDamaged }: PageRequest,
  found: Entry[],
): ListPage {
  if (!includesDamaged && (actor.hasDamage || state !== actor.current)) failIfDamaged(found);
  const first = plan.state !== 'continue';
  const most = limit === 0 ? found.length : Math.min(limit, found.length);
  // Callers that need names only keep no objects.
  const count = limit === 0 || includesDamaged ? most : entriesOfPage(found, most);
  if (count === found.length) {
    if (!first) actor.history.snapshots.finished(revision);
    return { revision, entries: found, continue: undefined, remaining: undefined, ...ownBytes(actor, state, found) };
  }
  const entries = found.slice(0, count);
  const lastKey = entries[count - 1]!.key;
  actor.history.snapshots.keep(revision, state === actor.current ? state.snapshot() : state, first);
  const counted = !isFiltered(selection) && selection.name === undefined;
  return {
    revision,
    entries,
    continue: encodeContinueToken({ revision, key: lastKey, resource: scope, issuedMs: actor.nowMs }),
    remaining: counted ? state.countAfter(selection.namespace, lastKey) : undefined,
    ...ownBytes(actor, state, entries),
  };
}

function ownBytes(
  { current }: ResourceActor,
  state: ResourceCache,
  entries: readonly Entry[],
): Pick<ListPage, 'ownBytes'> {
  if (state === current) return {};
  let bytes = 0;
  for (const entry of entries) if (current.get(entry.key) !== entry) bytes += entry.length;
  return bytes > 0 ? { ownBytes: bytes } : {};
}

/** Number of entries of a page: clients take `continue` as the end, not a count below the limit. */
function entriesOfPage(found: readonly Entry[], most: number): number {
  let count = 0;
  for (let bytes = 0; count < most; count++) {
    bytes += found[count]!.length;
    if (bytes > BYTES_PER_PAGE && count > 0) break;
  }
  return count;
}

function failIfDamaged(entries: readonly Entry[]): void {
  for (const entry of entries) if (isDamaged(entry)) entry.fail();
}

const planRevision = (plan: ListPlan): Revision | undefined =>
  plan.state === 'exact' || plan.state === 'continue' ? plan.revision : undefined;

/** A token expires with the history window, even if nothing was written and its state is still available. */
const isOldToken = (plan: ListPlan, { nowMs, historyWindowMs }: ResourceActor): boolean =>
  plan.state === 'continue' &&
  plan.revision !== undefined &&
  plan.issuedMs !== undefined &&
  nowMs - plan.issuedMs > historyWindowMs;

function expired(plan: ListPlan, current: Revision, oldest: Revision, resource: string): ApiError {
  if (plan.state !== 'continue') {
    const revision = planRevision(plan);
    if (revision !== undefined && revision >= oldest) return notInHistory(revision, current);
    return ApiError.expired('The resourceVersion for the provided list is too old.');
  }
  return ApiError.expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
      'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
      'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
      'deleted between the time the first chunk was returned and now may show up in the list.',
    { resourceVersion: String(current), continue: encodeContinueToken({ key: plan.afterKey, resource }) },
  );
}
