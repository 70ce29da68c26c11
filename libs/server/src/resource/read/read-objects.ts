import { ApiError, parseResourceVersion, untilAborted } from '@orch/apimachinery';
import {
  checkListOptions,
  type Entry,
  type ListPage,
  type ListParameters,
  type ObjectSelection,
  type ResourceStore,
} from '@orch/registry';
import type { LargeObjects } from '../../large-objects/large-objects.js';
import {
  flowOfRequester,
  networkTurn,
  ownTurn,
  type RequestContext,
  readFlag,
  readListParameters,
  readSelection,
} from '@orch/http';
import { sendItem, sendList } from '@orch/http';
import { negotiate } from '@orch/http';
import type { Representation } from '@orch/http';
import { shownAt } from '@orch/http';
import { pastReads } from './past-reads.js';

/** HOT PATH (bench: get): the committed bytes are sent unchanged, without a promise. */
export function getObject(
  store: ResourceStore,
  context: RequestContext,
  largeObjects?: LargeObjects,
): void | Promise<void> {
  const { query } = context;
  if (readFlag(query, 'export'))
    throw ApiError.badRequest('the export parameter, deprecated since v1.14, is no longer supported');
  const revision = parseResourceVersion(query.get('resourceVersion'));
  if (revision === undefined || store.isReached(revision)) return answerObject(store, context, largeObjects);
  return untilReached(context, () => store.reach(revision)).then(() => answerObject(store, context, largeObjects));
}

function answerObject(
  store: ResourceStore,
  context: RequestContext,
  largeObjects: LargeObjects | undefined,
): void | Promise<void> {
  const { info } = context;
  const { definition } = shownAt(store.definition, info.subresource);
  const representation = negotiate(context.headers.accept, context.query, 'item', definition, info.subresource);
  const entry = store.get(namespaceOf(store, context), info.name);
  if (!entry) throw ApiError.notFound({ group: info.group, resource: info.resource, name: info.name });
  const ready = store.shown(entry);
  if (ready instanceof Promise)
    return inOwnTurn(ready, context).then((converted) =>
      answerEntry(store, context, representation, converted, largeObjects),
    );
  return answerEntry(store, context, representation, ready, largeObjects);
}

/** Many requests may wait for one conversion: they go on in turns. */
async function inOwnTurn(converted: Promise<Entry>, context: RequestContext): Promise<Entry> {
  try {
    return await converted;
  } finally {
    await turnsOf(context).takeTurn();
  }
}

function answerEntry(
  store: ResourceStore,
  context: RequestContext,
  representation: Representation,
  { bytes, revision }: Entry,
  largeObjects: LargeObjects | undefined,
): void | Promise<void> {
  const shown = shownAt(store.definition, context.info.subresource);
  const sent = largeObjects?.answers?.send(store, context, 200, representation, bytes, revision);
  return (
    sent ?? sendItem(context, 200, representation, shown.definition, shown.bytes(store.form.show(bytes, revision)))
  );
}

/** Reads one page of a list. */
export type PageReader = (parameters: ListParameters, selection: ObjectSelection) => ListPage | Promise<ListPage>;

export interface ListOptions {
  /** Whether `limit` is supported; otherwise it is ignored. Default: true. */
  readonly chunked?: boolean;
  /** Source of pages. Default: the store. */
  readonly read?: PageReader;
  /** Encodes large items. Default: none is large. */
  readonly largeObjects?: LargeObjects | undefined;
}

export function listObjects(
  store: ResourceStore,
  context: RequestContext,
  { chunked = true, largeObjects, ...options }: ListOptions,
): void | Promise<void> {
  const { query } = context;
  const { read = (parameters, selection) => store.list(parameters, selection, turnsOf(context)) } = options;
  const representation = negotiate(context.headers.accept, query, 'list', store.definition);
  const requested = readListParameters(query);
  const selection = readSelection(query, context.info, store, () =>
    checkListOptions(requested, store.definition.vocabulary.groups.meta),
  );
  const page = read(chunked ? requested : { ...requested, limit: 0 }, selection);
  const answer = (ready: ListPage) =>
    sendList(context, representation, store, ready, largeObjects?.answers?.items(store, context));
  return page instanceof Promise ? page.then(answer) : answer(page);
}

/**
 * Waits for a version that the cache has not reached without the seat of the request: it may be far in the future. Ends with the request. Thousands may wait for the same:
 * they go on in turns.
 */
const untilReached = (context: RequestContext, reach: () => Promise<void>): Promise<void> =>
  context.withoutSeat(async () => {
    try {
      await untilAborted(reach, context.signal);
    } finally {
      await networkTurn(context.raw);
    }
  });

/** Fair queueing of list work by user. */
export const turnsOf = (context: RequestContext) => ({
  waitFuture: (reach: () => Promise<void>) => untilReached(context, reach),
  takeTurn: () => ownTurn({ flow: flowOfRequester(context), signal: context.signal }),
  readPast: <T>(read: () => Promise<T>): Promise<T> => pastReads.run(flowOfRequester(context), context.signal, read),
});

/** Namespace of the requested objects: empty for cluster-scoped kinds, whose path may still have one. */
export const namespaceOf = (store: ResourceStore, { info }: RequestContext): string =>
  store.definition.declaration.namespaced ? info.namespace : '';
