import type { ListPage, ResourceStore } from '@orch/registry';
import type { Visibilities } from '@orch/authorization';
import type { RequestContext } from '@orch/http';
import { listObjects, turnsOf, type ListOptions, type PageReader } from './read-objects.js';

/**
 * A list of the objects visible to the caller only. Invisible objects do not show: neither in counts nor in continue
 * tokens (decision 035).
 */
export async function listVisible(
  store: ResourceStore,
  context: RequestContext,
  visibilities: Visibilities,
  options: ListOptions,
): Promise<void> {
  const visibility = visibilities(context.user, context.info);
  const read: PageReader = async (parameters, selection) => {
    let page: ListPage;
    // With a remote authorizer, the first page is read only to collect the objects to authorize.
    do page = await store.list(parameters, { ...selection, visibility: visibility.current }, turnsOf(context));
    while (await visibility.settle());
    return page;
  };
  try {
    await listObjects(store, context, { ...options, read });
  } finally {
    visibility.close();
  }
}
