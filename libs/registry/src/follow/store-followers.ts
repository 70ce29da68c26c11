import type { Revision, Storage } from '@orch/storage';
import type { RebuildStep } from './rebuild.js';
import { StoreFollower, type FollowerOptions } from './store-follower.js';

/** Dependencies and callbacks of all followers. */
export interface FollowersOptions extends Pick<FollowerOptions, 'clock' | 'changed' | 'failed' | 'damaged'> {
  /** The main store. */
  readonly storage: Storage;
  readonly rebuilding: (step: RebuildStep, storage: Storage) => void;
}

/** A follower for the main store, and for each secondary one (decision 043). */
export class StoreFollowers {
  readonly main: StoreFollower;
  private readonly others = new Map<Storage, StoreFollower>();
  /** Secondary ones with resources that decide about requests. */
  private readonly deciding = new Set<StoreFollower>();

  constructor(private readonly options: FollowersOptions) {
    this.main = this.open(options.storage, false);
  }

  /** That of a store. Undefined: the main one. */
  of(storage: Storage | undefined): StoreFollower {
    if (!storage || storage === this.main.storage) return this.main;
    let follower = this.others.get(storage);
    if (!follower) this.others.set(storage, (follower = this.open(storage, true)));
    return follower;
  }

  /** Every request waits for the follower from now on: it has resources that decide about requests. */
  decides(follower: StoreFollower): void {
    if (follower !== this.main) this.deciding.add(follower);
  }

  /** Loads the state of the stores and starts to follow them. @throws StorageError. */
  async start(): Promise<void> {
    await Promise.all(this.all().map((follower) => follower.start()));
    this.mark(this.main.revision);
  }

  /** Whether other processes write one of the stores. */
  get isShared(): boolean {
    return this.all().some((follower) => follower.isShared);
  }

  /** Whether all caches are synced. */
  get isFollowing(): boolean {
    return this.all().every((follower) => follower.isFollowing);
  }

  /**
   * Waits for the main store, for those with resources that decide about requests, and for another one.
   * @param another called only when there are secondary stores.
   */
  wait(
    another: () => Storage | undefined,
    waitFor: (follower: StoreFollower) => void | Promise<void>,
  ): void | Promise<void> {
    let done = waitFor(this.main);
    if (this.others.size === 0) return done;
    const storage = another();
    const own = storage && this.others.get(storage);
    if (own) done = bothDone(done, waitFor(own));
    for (const follower of this.deciding) if (follower !== own) done = bothDone(done, waitFor(follower));
    return done;
  }

  /** The caller closes the stores. */
  close(): void {
    for (const follower of this.all()) follower.close();
  }

  private all(): StoreFollower[] {
    return [this.main, ...this.others.values()];
  }

  private mark(main: Revision): void {
    for (const other of this.others.values()) other.mark(main);
  }

  private open(storage: Storage, isSecondary: boolean): StoreFollower {
    const { clock, changed, failed, rebuilding, damaged } = this.options;
    return new StoreFollower({
      storage,
      isSecondary,
      clock,
      changed: (actor, change) => {
        if (!isSecondary) this.mark(change.revision);
        changed(actor, change);
      },
      failed,
      rebuilding: (step) => rebuilding(step, storage),
      damaged,
    });
  }
}

const bothDone = (one: void | Promise<void>, other: void | Promise<void>): void | Promise<void> =>
  one && other ? Promise.all([one, other]).then(() => undefined) : (one ?? other);
