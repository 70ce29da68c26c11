import type { Clock } from '@orch/apimachinery';
import { StorageError, type Revision } from '@orch/storage';
import type { SharedRecord, SharedRecords } from '@orch/registry';
import type { ServiceOwner } from './service-allocator.js';

/** An address or a node port, as the claim on it is named. */
export interface Claimable {
  readonly kind: 'address' | 'port';
  readonly name: string;
}

/** A claim that no service stands behind, as it was found. */
interface Suspect {
  readonly revision: Revision;
  /** It has been so for long enough. */
  abandoned: boolean;
  readonly cancel: () => void;
}

/** Suspects that are watched at once. When there is one more, the oldest is watched anew when it is met again. */
const MOST_SUSPECTS = 1_024;

/**
 * Claims on addresses and node ports, kept in the store: who makes the claim has the number, whichever server it comes by. A claim stands from
 * before its service is stored until the service goes. One that a server left behind which died in between is taken over later.
 */
export class AddressClaims {
  private readonly suspects = new Map<string, Suspect>();
  private readonly leaving = new Map<string, Promise<void>>();

  /**
   * @param abandonedAfterMs how long a claim must have stood here without a service before it is taken over: longer than any
   * write takes. Counted by a timer of this process, since clocks of machines differ and jump.
   */
  constructor(
    private readonly records: SharedRecords,
    private readonly clock: Clock,
    private readonly abandonedAfterMs: number,
  ) {}

  /** False when somebody else has it. @throws StorageError Unavailable. */
  async take(what: Claimable, owner: ServiceOwner): Promise<boolean> {
    const id = idOf(what);
    await this.leaving.get(id);
    const record = await this.records.createIfAbsent(what.kind, what.name, owner);
    if (!record.created && !this.mayTakeOver(id, record, owner)) return false;
    this.unwatch(id);
    if (record.created) return true;
    return (await this.records.replace(what.kind, what.name, record.revision, owner)) !== undefined;
  }

  /** Ends the claim, if it is still that of the owner. Never rejects. */
  leave(what: Claimable, { uid }: ServiceOwner): Promise<void> {
    const id = idOf(what);
    // After whoever leaves it already, so that a claim made since is looked at by its own uid.
    const left = (this.leaving.get(id) ?? Promise.resolve()).then(() => this.remove(what, uid));
    this.leaving.set(id, left);
    return left.finally(() => {
      if (this.leaving.get(id) === left) this.leaving.delete(id);
    });
  }

  private async remove({ kind, name }: Claimable, uid: string): Promise<void> {
    try {
      const record = await this.records.read(kind, name);
      if (record && (record.value as ServiceOwner).uid === uid) await this.records.remove(kind, name, record);
    } catch (error) {
      // Then it stands without a service, and whoever meets it takes it over in time.
      if (!(error instanceof StorageError)) throw error;
    }
  }

  /** Asked only about claims behind which no service is known. */
  private mayTakeOver(id: string, record: SharedRecord, owner: ServiceOwner): boolean {
    const holder = record.value as ServiceOwner;
    // Another attempt of this very write: at most one of them is stored.
    if (holder.namespace === owner.namespace && holder.name === owner.name) return true;
    const suspect = this.suspects.get(id);
    if (suspect?.revision === record.revision) return suspect.abandoned;
    this.unwatch(id);
    if (this.suspects.size >= MOST_SUSPECTS) this.unwatch([...this.suspects.keys()][0]!);
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
