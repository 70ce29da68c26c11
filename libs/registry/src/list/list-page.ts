import { ApiError, encodeContinueToken } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Entry } from '../cache/entry.js';
import type { ResourceCache } from '../cache/resource-cache.js';
import { objectKey } from '../store/storage-keys.js';
import { hasSelectors, selectsContent, type ObjectSelection } from '../watch/object-filter.js';
import type { ListPlan } from './list-plan.js';

/** One answer to a list. */
export interface ListPage {
  /** The collection's resourceVersion. */
  readonly revision: Revision;
  readonly entries: readonly Entry[];
  /** Token for the next page; undefined on the last. */
  readonly continue: string | undefined;
  /** Objects after this page; undefined where clients must not see it (A-077..A-080). */
  readonly remaining: number | undefined;
}

/** Reads the state a plan asks for. The caller has waited until the plan's revision is not in the future. */
export async function readPage(
  actor: ResourceActor,
  plan: ListPlan,
  selection: ObjectSelection,
  limit: number,
  resource: string,
): Promise<ListPage> {
  const revision = planRevision(plan) ?? actor.revision;
  const oldest = actor.oldestRevision;
  if (revision < oldest) throw expired(plan, actor.revision, oldest, resource);
  const snapshot = revision >= actor.lastChange ? actor.current : await actor.stateAt(revision);
  return cutPage(actor, snapshot, revision, plan, selection, limit, resource);
}

/** Whether `readPage` can answer without waiting: the newest state is asked for. */
export function readNewestPage(
  actor: ResourceActor,
  selection: ObjectSelection,
  limit: number,
  resource: string,
): ListPage {
  return cutPage(actor, actor.current, actor.revision, { state: 'newest' }, selection, limit, resource);
}

const planRevision = (plan: ListPlan): Revision | undefined =>
  plan.state === 'exact' || plan.state === 'continue' ? plan.revision : undefined;

function expired(plan: ListPlan, current: Revision, oldest: Revision, resource: string): ApiError {
  if (plan.state !== 'continue') {
    return ApiError.expired(`The resourceVersion for the provided list is too old: ${planRevision(plan)} (${oldest})`);
  }
  return ApiError.expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
      'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
      'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
      'deleted between the time the first chunk was returned and now may show up in the list.',
    { resourceVersion: String(current), continue: encodeContinueToken({ key: plan.afterKey, resource }) },
  );
}

function cutPage(
  actor: ResourceActor,
  snapshot: ResourceCache,
  revision: Revision,
  plan: ListPlan,
  selection: ObjectSelection,
  limit: number,
  resource: string,
): ListPage {
  const afterKey = plan.state === 'continue' ? plan.afterKey : undefined;
  const entries: Entry[] = [];
  let more = false;
  const selective = hasSelectors(selection);
  const see = (entry: Entry): boolean => {
    if (selective && !selectsContent(selection, entry)) return true;
    if (limit > 0 && entries.length === limit) {
      more = true;
      return false;
    }
    entries.push(entry);
    return true;
  };
  if (selection.name !== undefined) seeNamed(snapshot, selection, afterKey, see);
  else snapshot.visit(selection.namespace, afterKey, see);
  if (!more) return { revision, entries, continue: undefined, remaining: undefined };
  const lastKey = entries[entries.length - 1]!.key;
  if (plan.state !== 'continue')
    actor.snapshots.keep(revision, snapshot === actor.current ? snapshot.snapshot() : snapshot);
  return {
    revision,
    entries,
    continue: encodeContinueToken({ revision, key: lastKey, resource }),
    remaining:
      selective || selection.name !== undefined ? undefined : snapshot.countAfter(selection.namespace, lastKey),
  };
}

/** A list of one name: by key where the namespace is known, else by looking at each. */
function seeNamed(
  snapshot: ResourceCache,
  { namespace, name }: ObjectSelection,
  afterKey: string | undefined,
  see: (entry: Entry) => boolean,
): void {
  if (namespace === undefined) {
    const suffix = `\0${name}`;
    snapshot.visit(undefined, afterKey, (entry) => (entry.key.endsWith(suffix) ? see(entry) : true));
    return;
  }
  const key = objectKey(namespace, name!);
  const entry = snapshot.get(key);
  if (entry && (afterKey === undefined || key > afterKey)) see(entry);
}
