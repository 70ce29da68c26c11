import type { ResourceStore } from '@orch/registry';
import type { Visibilities, Visibility } from '@orch/authorization';
import { type RequestContext, readSelection, isReplyClosed } from '@orch/http';
import { watchObjects, type WatchLimits } from './watch-objects.js';

/** A watch of the objects visible to the caller, updated when the visible set changes (decision 035). */
export function watchVisible(
  store: ResourceStore,
  context: RequestContext,
  visibilities: Visibilities,
  limits: WatchLimits,
): void | Promise<void> {
  const visibility = visibilities(context.user, context.info);
  if (visibility.isPolled)
    return authorizeExisting(store, context, visibility).then(() => begin(store, context, visibility, limits));
  return begin(store, context, visibility, limits);
}

function begin(
  store: ResourceStore,
  context: RequestContext,
  visibility: Visibility,
  limits: WatchLimits,
): void | Promise<void> {
  const { reply } = context;
  visibility.follow();
  reply.once('close', () => visibility.close());
  try {
    if (!isReplyClosed(reply)) return watchObjects(store, context, limits, visibility);
    visibility.close();
  } catch (error) {
    visibility.close();
    throw error;
  }
}

/** Authorizes all current objects first, so that no object of the client enters the visible set twice. */
async function authorizeExisting(
  store: ResourceStore,
  { query, info }: RequestContext,
  visibility: Visibility,
): Promise<void> {
  const selection = readSelection(query, info, store);
  do await store.list({ limit: 0 }, { ...selection, visibility: visibility.current });
  while (await visibility.settle());
}
