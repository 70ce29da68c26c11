import type { Clock } from '@orch/apimachinery';
import { StorageError, type Revision } from '@orch/storage';
import type { SharedRecord, SharedRecords } from '@orch/registry';
import type { ServiceOwner } from './service-allocator.js';

/** An address or a node port, with the name of its claim. */
export interface Claimable {
  readonly kind: 'address' | 'port';
  readonly name: string;
}

/** A claim without a stored service. */
interface Suspect {
  readonly revision: Revision;
  /** It had no service for `abandonedAfterMs`. */
  abandoned: boolean;
  readonly cancel: () => void;
}

/** Suspects with a timer at a time. One more evicts the oldest, whose time starts again when it is next found. */
const MAX_SUSPECTS = 1_024;

/**
 * Claims on addresses and node ports, stored as shared records: creating the claim allocates the number, for all servers. A claim exists from
 * before its service is stored until the service is deleted. A claim left behind by a crashed server is taken over later.
 */
export class AddressClaims {
  private readonly suspects = new Map<string, Suspect>();
  private readonly removals = new Map<string, Promise<void>>();

  /**
   * @param abandonedAfterMs how long this server must have seen a claim without a service before it takes it over: longer than
   * any write. Measured by a timer of this process, since clocks of machines differ and jump.
   */
  constructor(
    private readonly records: SharedRecords,
    private readonly clock: Clock,
    private readonly abandonedAfterMs: number,
  ) {}

  /** False when another service has it. @throws StorageError Unavailable. */
  async take(what: Claimable, owner: ServiceOwner): Promise<boolean> {
    const id = idOf(what);
    await this.removals.get(id);
    const record = await this.records.createIfAbsent(what.kind, what.name, owner);
    if (!record.created && !this.mayTakeOver(id, record, owner)) return false;
    this.unwatch(id);
    if (record.created) return true;
    return (await this.records.replace(what.kind, what.name, record.revision, owner)) !== undefined;
  }

  /** Removes the claim if it still belongs to the owner. Never rejects. */
  leave(what: Claimable, { uid }: ServiceOwner): Promise<void> {
    const id = idOf(what);
    // After a pending removal, so that a claim created since is compared by its own uid.
    const removal = (this.removals.get(id) ?? Promise.resolve()).then(() => this.remove(what, uid));
    this.removals.set(id, removal);
    return removal.finally(() => {
      if (this.removals.get(id) === removal) this.removals.delete(id);
    });
  }

  private async remove({ kind, name }: Claimable, uid: string): Promise<void> {
    try {
      const record = await this.records.read(kind, name);
      if (record && (record.value as ServiceOwner).uid === uid) await this.records.remove(kind, name, record);
    } catch (error) {
      // The claim stays without a service and is taken over later.
      if (!(error instanceof StorageError)) throw error;
    }
  }

  /** Called only for claims without a known service. */
  private mayTakeOver(id: string, record: SharedRecord, owner: ServiceOwner): boolean {
    const holder = record.value as ServiceOwner;
    // Another attempt of the same write: at most one of them is stored.
    if (holder.namespace === owner.namespace && holder.name === owner.name) return true;
    const suspect = this.suspects.get(id);
    if (suspect?.revision === record.revision) return suspect.abandoned;
    this.unwatch(id);
    if (this.suspects.size >= MAX_SUSPECTS) this.unwatch([...this.suspects.keys()][0]!);
    this.suspects.set(id, this.watched(record.revision));
    return false;
  }

  private unwatch(id: string): void {
    this.suspects.get(id)?.cancel();
    this.suspects.delete(id);
  }

  private watched(revision: Revision): Suspect {
    const suspect = {
      revision,
      abandoned: false,
      cancel: this.clock.setTimer(() => (suspect.abandoned = true), this.abandonedAfterMs),
    };
    return suspect;
  }
}

const idOf = ({ kind, name }: Claimable): string => `${kind}/${name}`;
