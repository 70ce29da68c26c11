import type { ApiClient } from '../../api/client';
import { failureOf } from '../../api/failure';
import { metadataType } from '../../api/media-types';
import type { ApiObject, OwnerReference } from '../../api/object';
import { pathOf, type Resource } from '../../api/resource';

/** An owner as the reference to it names it. */
export interface Ancestor {
  readonly reference: OwnerReference;
  /** undefined when the server does not have the kind. */
  readonly resource: Resource | undefined;
  /** `gone`: there is no object with this uid any more. `unread`: it could not be looked at. */
  readonly state: 'there' | 'gone' | 'unread';
}

const MOST_LEVELS = 10;

/** The owner that controls the object; otherwise the first one. */
const mainOwner = ({ metadata }: ApiObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true) ?? metadata.ownerReferences?.[0];

/**
 * The owners above an object, the topmost first; of several owners of one object the one that controls it.
 * @param findKind the kind of a reference, when the user may read its objects.
 */
export async function ownerChain(
  client: Pick<ApiClient, 'json'>,
  object: ApiObject,
  findKind: (reference: OwnerReference) => { readonly resource: Resource | undefined; readonly mayRead: boolean },
  signal: AbortSignal,
): Promise<Ancestor[]> {
  const chain: Ancestor[] = [];
  const namespace = object.metadata.namespace ?? '';
  let reference = mainOwner(object);
  while (reference !== undefined && chain.length < MOST_LEVELS) {
    const { resource, mayRead } = findKind(reference);
    const owner =
      resource === undefined || !mayRead ? 'unread' : await readOwner(client, resource, namespace, reference, signal);
    chain.unshift({ reference, resource, state: typeof owner === 'string' ? owner : 'there' });
    reference = typeof owner === 'string' ? undefined : mainOwner(owner);
  }
  return chain;
}

async function readOwner(
  client: Pick<ApiClient, 'json'>,
  resource: Resource,
  namespace: string,
  { name, uid }: OwnerReference,
  signal: AbortSignal,
): Promise<ApiObject | 'gone' | 'unread'> {
  try {
    const path = pathOf(resource, resource.namespaced ? namespace : '', name);
    const owner = await client.json<ApiObject>(path, { accept: metadataType(), signal });
    return owner.metadata.uid === uid ? owner : 'gone';
  } catch (error) {
    return failureOf(error).code === 404 ? 'gone' : 'unread';
  }
}
