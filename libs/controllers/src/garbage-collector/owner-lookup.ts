import { ApiError, FOREGROUND_FINALIZER, parseApiVersion, type Clock, type OwnerReference } from '@orch/apimachinery';
import type { Client, HasMetadata, ObjectKey, ResourceType } from '@orch/client';
import type { OwnedObject } from './owned-object.js';
import type { OwnerState } from './plan.js';

/** Size of the LRU cache of absent owners, and of that of present ones. An evicted owner is looked up again. */
const REMEMBERED = 50_000;

/**
 * How long an owner that exists is not looked up again: its delete may cause no event. Twice as long after each lookup that finds it, as dependents of an owner that
 * lives long are looked after for ever. Unit: milliseconds.
 */
const FIRST_HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 1_000_000;

/** Longer references are looked up each time: the parts of a reference have no limit, and each object may have another one. Unit: characters. */
const LONGEST_REMEMBERED = 2_048;

/** An object with an owner reference. */
type Dependent = Pick<OwnedObject, 'namespace' | 'resourceVersion'>;

interface Present {
  readonly holdMs: number;
  /** When it is looked up again. Unit: milliseconds. */
  readonly untilMs: number;
  /** Observations of the graph before the lookup. */
  readonly observations: number;
}

interface Asking {
  readonly resourceVersion: string;
  readonly answer: Promise<OwnerState>;
}

/** Reads owners from the server: the graph may not have observed them yet. */
export class OwnerLookup {
  /** Owners that do not exist as referenced, in order of last use. Uids are never reused, so entries stay valid until a backup is restored. */
  private readonly absent = new Set<string>();
  /** Owners that were found, in order of the last lookup. */
  private readonly present = new Map<string, Present>();
  private readonly asking = new Map<string, Asking>();

  /** @param observations how many observations of objects there were so far. */
  constructor(
    private readonly client: Pick<Client, 'metadata' | 'restMapping'>,
    private readonly observations: () => number,
    private readonly clock: Clock,
  ) {}

  /**
   * Cached absence, or presence while it holds, for all dependents of the owner; undefined when the server must be read.
   * @param deletion number of the observation of a deletion: what was found before does not count.
   */
  known(reference: OwnerReference, namespace: string, deletion: number): 'absent' | 'present' | undefined {
    if (isLong(reference)) return undefined;
    const place = placeOf(reference, namespace);
    const present = this.present.get(place);
    if (present && present.observations >= deletion && this.leftMs(present) > 0) return 'present';
    if (!this.absent.delete(place)) return undefined;
    this.absent.add(place);
    return 'absent';
  }

  /** Time until an owner that was found is to be looked up again; 0 when that is now, or it was not found. Unit: milliseconds. */
  holdsMs(reference: OwnerReference, namespace: string): number {
    const present = isLong(reference) ? undefined : this.present.get(placeOf(reference, namespace));
    return present ? this.leftMs(present) : 0;
  }

  /** An owner was found. @param observations how many there were before the lookup began, or fewer. */
  found(reference: OwnerReference, namespace: string, observations: number): void {
    if (isLong(reference)) return;
    const place = placeOf(reference, namespace);
    const before = this.present.get(place);
    this.present.delete(place);
    if (before && this.leftMs(before) > 0) {
      this.present.set(place, { ...before, observations: Math.max(observations, before.observations) });
      return;
    }
    const holdMs = before ? Math.min(2 * before.holdMs, LONGEST_HOLD_MS) : FIRST_HOLD_MS;
    this.present.set(place, { holdMs, untilMs: this.clock.now() + holdMs, observations });
    dropOldest(this.present);
  }

  /** Owners that were absent are looked up again. */
  forgetAbsent(): void {
    this.absent.clear();
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
    const observations = this.observations();
    const resource = await this.resourceOf(reference);
    if (resource.namespaced && namespace === '') return 'foreign';
    const key = { namespace: resource.namespaced ? namespace : '', name: reference.name };
    const owner = await this.read(resource, key, resourceVersion);
    if (!owner || owner.metadata.uid !== reference.uid) {
      if (!isLong(reference)) this.remember(placeOf(reference, namespace));
      return 'absent';
    }
    const { deletionTimestamp, finalizers } = owner.metadata;
    if (deletionTimestamp !== undefined && finalizers?.includes(FOREGROUND_FINALIZER)) return 'waiting';
    this.found(reference, namespace, observations);
    return 'present';
  }

  private leftMs({ holdMs, untilMs }: Present): number {
    const leftMs = untilMs - this.clock.now();
    // More: the clock was set back.
    return leftMs <= holdMs ? Math.max(0, leftMs) : 0;
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
    this.present.delete(place);
    this.absent.add(place);
    dropOldest(this.absent);
  }
}

function dropOldest(remembered: Set<string> | Map<string, unknown>): void {
  if (remembered.size <= REMEMBERED) return;
  const oldest = remembered.keys().next();
  if (oldest.done !== true) remembered.delete(oldest.value);
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
