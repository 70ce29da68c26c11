import type { Revision } from '../storage.js';
import { isInLostRange, type LostRange } from './lost-ranges.js';

/** Revisions of the store, as read from it. */
export interface StoreFacts {
  readonly revision: Revision;
  readonly oldest: Revision;
  readonly lostRanges: readonly LostRange[];
}

/** Last known state of the store: its newest revision, the start of its history, and its lost ranges. */
export class StoreView {
  /** Id of the store that this process serves; empty: none yet. Another one is another history. */
  store = '';
  private newestKnown: Revision = 0;
  private oldestKnown: Revision = 0;
  private lostRanges: readonly LostRange[] = [];
  private behindSince: number | undefined;
  /** Last known number of changes in the history. */
  logLength = 0;

  constructor(
    /** Newest revision that was delivered here. */
    private readonly applied: () => Revision,
  ) {}

  /** Newest revision that this process knows of. */
  get newest(): Revision {
    return Math.max(this.newestKnown, this.oldestKnown, this.applied());
  }

  /** History starts after it. */
  get oldest(): Revision {
    return this.oldestKnown;
  }

  /** For how long this process has lagged behind. Unit: milliseconds. */
  get behindMs(): number {
    return this.behindSince === undefined ? 0 : performance.now() - this.behindSince;
  }

  isLost(revision: Revision): boolean {
    return isInLostRange(this.lostRanges, revision);
  }

  /** Updates the view. Answers of several connections may be reordered: revisions never decrease. @throws TypeError for what is not a revision, which would stay for ever. */
  learn({ revision, oldest, lostRanges }: StoreFacts): void {
    assertRevision(revision);
    if (revision >= this.newestKnown) this.lostRanges = lostRanges;
    this.newestKnown = Math.max(this.newestKnown, revision);
    this.trimmed(oldest);
    this.look();
  }

  trimmed(oldest: Revision): void {
    assertRevision(oldest);
    this.oldestKnown = Math.max(this.oldestKnown, oldest);
  }

  /** Adds a lost range: a new epoch began. */
  enter(lostRange: LostRange): void {
    this.lostRanges = [...this.lostRanges.filter(({ next }) => next !== lostRange.next), lostRange];
  }

  /** Updates `behindMs`; called after changes were delivered. */
  look(): void {
    if (this.newestKnown <= this.applied()) this.behindSince = undefined;
    else this.behindSince ??= performance.now();
  }
}

/** @throws TypeError */
export function assertRevision(revision: Revision): void {
  if (!Number.isSafeInteger(revision)) throw new TypeError(`Redis sent ${revision} for a revision`);
}
