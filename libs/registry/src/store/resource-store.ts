import type { ResourceDefinition } from '@orch/api';
import { ApiError, type ApiObject } from '@orch/apimachinery';
import { StorageError, type Revision, type Storage } from '@orch/storage';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Entry } from '../cache/entry.js';
import { notInHistory, toReadError } from '../errors/storage-errors.js';
import { planList, type ListParameters } from '../list/list-plan.js';
import { readPage, type ListPage, type PageRequest } from '../list/list-page.js';
import { ConversionGrowth } from '../conversion/conversion-growth.js';
import type { ConvertedVersion } from '../conversion/converted-version.js';
import { withoutSelectors } from '../conversion/converted-watches.js';
import type { ObjectSelection } from '../watch/object-filter.js';
import { AppliedVisibility, type DynamicVisibility } from '../watch/visibility-filter.js';
import type { WatchSink } from '../watch/watch-sink.js';
import { openBacklog, planWatch, type WatchParameters } from './watch-plan.js';
import type { Watcher } from '../watch/watcher.js';
import type { Compute } from '../write/change.js';
import type { DeleteRequest } from '../write/delete-request.js';
import type { ObjectWriter } from '../write/object-writer.js';
import type { WriteRequest, WriteResult } from '../write/write-request.js';
import type { StoredForm } from '../write/stored-form.js';
import { objectKey } from '../keys/storage-keys.js';

/** How long a request waits for a version from the future before it is refused. */
const FUTURE_WAIT_MS = 3_000;

/** Computes changes and deletes of large objects off the event loop. */
export interface LargeChanges {
  /** Undefined if the object is small; else as `ResourceStore.change`. */
  change(
    store: ResourceStore,
    request: WriteRequest,
    name: string,
    subresource: string,
    compute: Compute,
  ): Promise<WriteResult> | undefined;
  /** Undefined if the object is small; else as `ResourceStore.delete`. */
  delete(
    store: ResourceStore,
    request: WriteRequest,
    name: string,
    options: DeleteRequest,
  ): Promise<unknown> | undefined;
}

/** One served resource: what the HTTP handlers call. Several served versions may share one actor. */
export class ResourceStore {
  constructor(
    readonly definition: ResourceDefinition,
    readonly form: StoredForm,
    readonly writer: ObjectWriter,
    private readonly actor: ResourceActor,
    private readonly largeChanges?: LargeChanges,
    private readonly loading?: () => Promise<void> | undefined,
    private readonly converted?: ConvertedVersion,
  ) {}

  /** While its objects are being loaded; requests wait for it. */
  get ready(): Promise<void> | undefined {
    return this.loading?.();
  }

  /** Newest revision that reads here see. */
  get revision(): Revision {
    return this.actor.position.revision;
  }

  /** Current number of objects. */
  get objectCount(): number {
    return this.actor.count;
  }

  /** Store of its objects. */
  get storage(): Storage {
    return this.actor.position.storage;
  }

  /** The newest durable state; undefined if the object does not exist. */
  get(namespace: string, name: string): Entry | undefined {
    return this.actor.get(objectKey(namespace, name));
  }

  /** Whether the cache has reached `revision`, so that there is nothing to wait for. */
  isReached(revision: Revision): boolean {
    return revision <= this.actor.position.revision && !this.actor.position.isLost(revision);
  }

  /**
   * Waits until `revision` is reached.
   * @throws ApiError Timeout when it is not reached in time (A-213..A-215, C-129), Expired when the store lost it.
   */
  async reach(revision: Revision): Promise<void> {
    const isHere =
      revision <= this.actor.position.revision || (await this.actor.position.waitFor(revision, FUTURE_WAIT_MS));
    if (this.actor.position.isLost(revision)) throw notInHistory(revision, this.actor.position.revision);
    if (isHere) return;
    throw ApiError.timeout(
      `Timeout: Too large resource version: ${revision}, current: ${this.actor.position.revision}`,
      1,
      [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    );
  }

  /** An entry of {@link get} as the kind is served: synchronous unless it has to be converted. @throws ApiError when it cannot be. */
  shown(entry: Entry): Entry | Promise<Entry> {
    return this.converted ? this.converted.conversion.entry(entry) : entry;
  }

  /**
   * A page whose entries are as the kind is served.
   * @param takeTurn see `PageRequest`. Called after conversions that take time: many lists may wait for the same.
   * @throws ApiError when one cannot be converted.
   */
  shownPage(page: ListPage, takeTurn?: PageRequest['takeTurn']): ListPage | Promise<ListPage> {
    if (!this.converted) return page;
    const entries = this.converted.conversion.entries(page.entries);
    if (entries instanceof Promise) return convertedPage(page, entries, takeTurn);
    return entries === page.entries ? page : { ...page, entries };
  }

  /**
   * Synchronous for the newest state, else a promise.
   * @param options `namesOnly`: only the names of the entries are needed, which saves conversions.
   */
  list(
    parameters: ListParameters,
    selection: ObjectSelection,
    options: Pick<PageRequest, 'includesDamaged' | 'takeTurn' | 'readPast' | 'waitFuture'> & {
      readonly namesOnly?: boolean;
    } = {},
  ): ListPage | Promise<ListPage> {
    const { includesDamaged = false, takeTurn, readPast, waitFuture, namesOnly = false } = options;
    const scope = this.tokenScope(selection);
    const plan = planList(parameters, scope, this.definition.vocabulary.groups.meta);
    const request = {
      plan,
      selection,
      limit: parameters.limit,
      scope,
      includesDamaged,
      takeTurn,
      readPast,
      waitFuture,
      convert: this.convert,
    };
    const page = plan.state === 'newest' ? readPage(this.actor, request) : this.listPast(request);
    if (!this.converted || namesOnly) return page;
    return page instanceof Promise
      ? page.then((ready) => this.shownPage(ready, takeTurn))
      : this.shownPage(page, takeTurn);
  }

  private get convert(): PageRequest['convert'] {
    if (!this.converted) return undefined;
    const { conversion } = this.converted;
    const growth = new ConversionGrowth();
    return (entries) => conversion.entries(entries, growth);
  }

  /**
   * A watch that sends to `sink` once its `start` is called, or ends it with Expired when its revision was compacted.
   * @param source the visibility filter and its changes; absent: all objects are visible.
   * @param reader see `WatchRequest`.
   * @throws ApiError Invalid, BadRequest for invalid parameters; ServiceUnavailable during a reload.
   */
  watch(
    parameters: WatchParameters,
    selection: ObjectSelection,
    sink: WatchSink,
    source?: DynamicVisibility,
    reader?: string,
  ): Watcher {
    const plan = planWatch(parameters, this.definition.vocabulary.groups.meta);
    if (!this.actor.position.isFollowing)
      throw ApiError.serviceUnavailable('objects are being loaded, please try again later', 1);
    const visibility = source && new AppliedVisibility(source);
    const selected = visibility ? { ...selection, visibility } : selection;
    const watches = this.converted?.watches;
    const inStore = watches ? withoutSelectors(selected) : selected;
    const { start, backlog } = openBacklog(this.actor, plan, inStore, source && visibility && { source, visibility });
    const bookmarks = parameters.allowWatchBookmarks;
    const request = { selection: selected, sink, bookmarks, start, visibility, reader };
    if (watches) return watches.add({ ...request, backlog: backlog && watches.backlog(backlog, selected, start) });
    return this.actor.hub.add({ ...request, backlog });
  }

  /** Ends a watch after its timeout. */
  finishWatch(watcher: Watcher): void {
    (this.converted?.watches ?? this.actor.hub).finish(watcher);
  }

  /**
   * A change by the server itself, on the path of all writes.
   * @param compute returns the whole new object. Pure; may run again.
   */
  change(request: WriteRequest, name: string, subresource: string, compute: Compute): Promise<WriteResult> {
    const elsewhere = this.largeChanges?.change(this, request, name, subresource, compute);
    return elsewhere ?? this.writer.changeWhole(request, name, subresource, compute);
  }

  /** A delete by the server itself, on the path of all deletes. @throws ApiError as they do. */
  async delete(request: WriteRequest, name: string, options: DeleteRequest): Promise<void> {
    const elsewhere = this.largeChanges?.delete(this, request, name, options);
    await (elsewhere ?? this.writer.delete(request, name, options));
  }

  /** A new plain object of the served kind. @param entry of {@link shown}. */
  object(entry: Entry): ApiObject {
    return this.form.read(entry);
  }

  /** As `object`, in steps of a few milliseconds; a small one takes none. */
  objectInSteps(entry: Entry): Generator<undefined, ApiObject> {
    return this.form.readInSteps(entry);
  }

  private async listPast(request: PageRequest): Promise<ListPage> {
    const { plan, waitFuture } = request;
    try {
      if (plan.state === 'continue') await this.catchUp(plan.revision);
      else if (plan.state !== 'newest' && !this.isReached(plan.revision)) {
        const reach = (): Promise<void> => this.reach(plan.revision);
        await (waitFuture ? waitFuture(reach) : reach());
      }
      return await readPage(this.actor, request);
    } catch (error) {
      // History was compacted or lost while it was read.
      if (error instanceof StorageError) throw toReadError(error, this.definition.gvr);
      throw error;
    }
  }

  /** A token of another server may be newer than this cache. One that is newer than the store is of a lost state. */
  private async catchUp(revision: Revision | undefined): Promise<void> {
    if (revision !== undefined && revision > this.actor.position.revision) await this.actor.position.refresh();
  }

  private tokenScope(selection: ObjectSelection): string {
    return `${this.definition.apiVersion}/${this.definition.gvr.resource}/${selection.namespace ?? ''}`;
  }
}

async function convertedPage(
  page: ListPage,
  entries: Promise<readonly Entry[]>,
  takeTurn: PageRequest['takeTurn'],
): Promise<ListPage> {
  try {
    return { ...page, entries: await entries };
  } finally {
    await takeTurn?.();
  }
}
