import { builtinResources, resolveResource, type Client, type HasMetadata } from '@orch/client';
import { TERMINATING_NAMESPACE } from './cluster.js';
import { type DemoObject, type DemoReference, referenceText } from './demo-object.js';

/** What is there after {@link fill}. */
interface Filled {
  /** uid of each object of the demo that exists, by {@link referenceText}. */
  readonly uids: ReadonlyMap<string, string>;
  /** Number of objects that were not there before. */
  readonly created: number;
}

const keyOf = ({ namespace = '', name }: DemoReference): { namespace: string; name: string } => ({ namespace, name });

/**
 * Creates the objects that are missing, with their status, in order, then deletes the namespace that has to stay. Those that exist are left as they are.
 * @throws ApiError @throws TransportError
 */
export async function fill(client: Client, objects: readonly DemoObject[], signal: AbortSignal): Promise<Filled> {
  const uids = new Map<string, string>();
  let created = 0;
  let isTerminating = false;
  for (const object of objects) {
    const found = await client.resource(object.resource).find(keyOf(object), { signal });
    if (found === undefined && object.namespace === TERMINATING_NAMESPACE && isTerminating) continue;
    const exists = found ?? (await createWithStatus(client, object, uids, signal));
    if (found === undefined) created++;
    if (object.name === TERMINATING_NAMESPACE) isTerminating = exists.metadata.deletionTimestamp !== undefined;
    uids.set(referenceText(object), exists.metadata.uid ?? '');
  }
  if (!isTerminating) {
    await client.resource(builtinResources.namespaces).deleteIfPresent(TERMINATING_NAMESPACE, { signal });
  }
  return { uids, created };
}

async function createWithStatus(
  client: Client,
  object: DemoObject,
  uids: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<HasMetadata> {
  const { creator, status } = object;
  const creating = creator === undefined ? client : client.as(creator);
  const made = await creating.resource(object.resource).create(bodyOf(object, client, uids), { signal });
  if (status === undefined) return made;
  return client
    .resource(object.resource)
    .subresource('status')
    .patch<HasMetadata>(keyOf(object), 'merge', { status }, { signal });
}

function bodyOf(object: DemoObject, client: Client, uids: ReadonlyMap<string, string>): HasMetadata {
  const { name, namespace, labels, finalizers, owner, content } = object;
  return {
    ...typeOf(object.resource, client),
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels && { labels: { ...labels } }),
      ...(finalizers && { finalizers: [...finalizers] }),
      ...(owner && {
        ownerReferences: [
          {
            ...typeOf(owner.resource, client),
            ...{ name: owner.name, uid: uids.get(referenceText(owner)) ?? '', controller: true },
          },
        ],
      }),
    },
    ...content,
  };
}

function typeOf(resource: DemoObject['resource'], client: Client): { apiVersion: string; kind: string } {
  const { group, version } = resolveResource(resource, client.vocabulary);
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind: resource.kind };
}
