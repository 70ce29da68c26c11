import { ApiError, FOREGROUND_FINALIZER, parseApiVersion, type OwnerReference } from '@orch/apimachinery';
import type { Client, HasMetadata, ObjectKey, ResourceType } from '@orch/client';
import type { OwnedObject } from './owned-object.js';
import type { OwnerState } from './plan.js';

/** Size of the LRU cache of absent owners. An evicted owner is looked up again. */
const REMEMBERED = 50_000;

/** Longer references are looked up each time: the parts of a reference have no limit, and each object may have another one. Unit: characters. */
const LONGEST_REMEMBERED = 2_048;

/** An object with an owner reference. */
type Dependent = Pick<OwnedObject, 'namespace' | 'resourceVersion'>;

interface Asking {
  readonly resourceVersion: string;
  readonly answer: Promise<OwnerState>;
}

/** Reads owners from the server: the graph may not have observed them yet. */
export class OwnerLookup {
  /** Owners that do not exist as referenced, in order of last use. Uids are never reused, so entries stay valid. */
  private readonly absent = new Set<string>();
  private readonly asking = new Map<string, Asking>();

  constructor(private readonly client: Pick<Client, 'metadata' | 'restMapping'>) {}

  /** Cached absence; undefined when the server must be read. */
  known(reference: OwnerReference, namespace: string): 'absent' | undefined {
    if (isLong(reference)) return undefined;
    const place = placeOf(reference, namespace);
    if (!this.absent.delete(place)) return undefined;
    this.absent.add(place);
    return 'absent';
  }

  /**
   * Reads a state of the owner that is at least as new as the dependent: in an older one, such as of a stale cache or replica, the owner
   * may not exist yet.
   * @param dependent the object with the reference. Concurrent calls for one owner share a request, if it is new enough for all.
   * @throws ApiError NotFound when no resource serves the owner's kind, TransportError.
   */
  find(reference: OwnerReference, { namespace, resourceVersion }: Dependent): Promise<OwnerState> {
    const place = placeOf(reference, namespace);
    const current = this.asking.get(place);
    if (current && Number(current.resourceVersion) >= Number(resourceVersion)) return current.answer;
    const answer = this.ask(reference, namespace, resourceVersion).finally(() => {
      if (this.asking.get(place)?.answer === answer) this.asking.delete(place);
    });
    this.asking.set(place, { resourceVersion, answer });
    return answer;
  }

  /** The resource of an owner. @throws ApiError NotFound when no resource serves its kind. */
  async resourceOf({ apiVersion, kind }: OwnerReference): Promise<ResourceType> {
    const gv = parseApiVersion(apiVersion);
    if (!gv) throw new ApiError('NotFound', `an owner has the unreadable apiVersion "${apiVersion}"`);
    return this.client.restMapping({ ...gv, kind });
  }

  private async ask(reference: OwnerReference, namespace: string, resourceVersion: string): Promise<OwnerState> {
    const resource = await this.resourceOf(reference);
    if (resource.namespaced && namespace === '') return 'foreign';
    const key = { namespace: resource.namespaced ? namespace : '', name: reference.name };
    const owner = await this.read(resource, key, resourceVersion);
    if (!owner || owner.metadata.uid !== reference.uid) {
      if (!isLong(reference)) this.remember(placeOf(reference, namespace));
      return 'absent';
    }
    const { deletionTimestamp, finalizers } = owner.metadata;
    return deletionTimestamp !== undefined && finalizers?.includes(FOREGROUND_FINALIZER) ? 'waiting' : 'present';
  }

  private async read(
    resource: ResourceType,
    key: ObjectKey,
    resourceVersion: string,
  ): Promise<HasMetadata | undefined> {
    const objects = this.client.metadata(resource);
    try {
      return await objects.find(key, { resourceVersion });
    } catch (err) {
      if (!isUnknownVersion(err)) throw err;
      // The owner's kind is in a secondary store with its own revisions, or the store lost that revision: read the newest.
      return objects.find(key);
    }
  }

  private remember(place: string): void {
    this.absent.add(place);
    if (this.absent.size <= REMEMBERED) return;
    const oldest = this.absent.values().next();
    if (oldest.done !== true) this.absent.delete(oldest.value);
  }
}

const isLong = ({ uid, apiVersion, kind, name }: OwnerReference): boolean =>
  uid.length + apiVersion.length + kind.length + name.length > LONGEST_REMEMBERED;

const placeOf = ({ uid, apiVersion, kind, name }: OwnerReference, namespace: string): string =>
  [uid, apiVersion, kind, namespace, name].join('\n');

const isUnknownVersion = (err: unknown): boolean =>
  err instanceof ApiError &&
  (err.reason === 'Expired' ||
    (err.reason === 'Timeout' &&
      err.details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge') === true));
