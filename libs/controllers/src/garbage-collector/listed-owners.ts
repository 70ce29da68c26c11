import { FOREGROUND_FINALIZER, groupResource, type Clock, type OwnerReference } from '@orch/apimachinery';
import type { Client, ResourceType } from '@orch/client';
import type { OwnerState } from './plan.js';

/** How long a list is used after its end. Unit: milliseconds. */
const HOLDS_MS = 5_000;
/** Lists that are kept at once. */
const MAX_LISTS = 16;

const OWNER = { metadata: { name: true, uid: true, deletionTimestamp: true, finalizers: true } };

interface Owner {
  readonly uid: string | undefined;
  readonly isWaiting: boolean;
}

interface Listed {
  /** Observations before it began. */
  readonly observations: number;
  readonly owners: Promise<ReadonlyMap<string, Owner>>;
  endedMs: number | undefined;
}

/**
 * Possible owners of one resource in one namespace, listed: who may write an object may name twenty thousand, and a read for each of many objects takes minutes. Objects
 * that were observed before a list began share it, as it is at least as new as they are.
 */
export class ListedOwners {
  private readonly lists = new Map<string, Listed>();

  /** @param observations how many observations of objects there were so far. */
  constructor(
    private readonly client: Pick<Client, 'metadata'>,
    private readonly observations: () => number,
    private readonly clock: Clock,
  ) {}

  /**
   * States of owners of `resource`, by reference.
   * @param namespace empty for a cluster-scoped resource. @param observation number of that of the object with the references. @throws ApiError, TransportError as the client.
   */
  async statesOf(
    references: readonly OwnerReference[],
    resource: ResourceType,
    namespace: string,
    observation: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<OwnerReference, OwnerState>> {
    const owners = await this.ownersOf(resource, namespace, observation, signal);
    return new Map(references.map((reference) => [reference, stateOf(reference, owners.get(reference.name))]));
  }

  private ownersOf(resource: ResourceType, namespace: string, observation: number, signal: AbortSignal) {
    const place = `${groupResource(resource)}/${namespace}`;
    const known = this.lists.get(place);
    if (known && this.holds(known) && observation <= known.observations) return known.owners;
    this.dropOld();
    const listed: Listed = {
      observations: this.observations(),
      owners: this.list(resource, namespace, signal),
      endedMs: undefined,
    };
    this.lists.set(place, listed);
    listed.owners.then(
      () => (listed.endedMs = this.clock.now()),
      () => this.lists.get(place) === listed && this.lists.delete(place),
    );
    return listed.owners;
  }

  private async list(resource: ResourceType, namespace: string, signal: AbortSignal) {
    const owners = new Map<string, Owner>();
    const objects = this.client.metadata(resource).namespace(namespace);
    for await (const { metadata } of objects.listAll({ signal, kept: { members: OWNER } })) {
      const { name = '', uid, deletionTimestamp, finalizers } = metadata;
      owners.set(name, { uid, isWaiting: deletionTimestamp !== undefined && finalizers?.includes(FOREGROUND_FINALIZER) === true }); // prettier-ignore
    }
    return owners;
  }

  private holds({ endedMs }: Listed): boolean {
    return endedMs === undefined || this.clock.now() - endedMs < HOLDS_MS;
  }

  private dropOld(): void {
    for (const [place, listed] of this.lists) {
      if (!this.holds(listed) || this.lists.size >= MAX_LISTS) this.lists.delete(place);
    }
  }
}

function stateOf({ uid }: OwnerReference, owner: Owner | undefined): OwnerState {
  if (!owner || owner.uid !== uid) return 'absent';
  return owner.isWaiting ? 'waiting' : 'present';
}
