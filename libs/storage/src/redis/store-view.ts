import type { Revision } from '../storage.js';
import { isInGap, type Gap } from './gaps.js';

/** What the store says of itself. */
export interface StoreFacts {
  readonly revision: Revision;
  readonly oldest: Revision;
  readonly gaps: readonly Gap[];
}

/** What this process knows of the store beside the changes it was told: how new it is, where its history starts, and where it broke off. */
export class StoreView {
  private newestKnown: Revision = 0;
  private oldestKnown: Revision = 0;
  private gaps: readonly Gap[] = [];
  private behindSince: number | undefined;
  /** Changes in the history, when it was last looked. */
  logLength = 0;

  constructor(
    /** Newest revision that was delivered here. */
    private readonly applied: () => Revision,
  ) {}

  get newest(): Revision {
    return Math.max(this.newestKnown, this.applied());
  }

  /** History starts after it. */
  get oldest(): Revision {
    return this.oldestKnown;
  }

  /** For how long this process has been behind. Unit: milliseconds. */
  get behindMs(): number {
    return this.behindSince === undefined ? 0 : performance.now() - this.behindSince;
  }

  isLost(revision: Revision): boolean {
    return isInGap(this.gaps, revision);
  }

  /** Takes an answer of the store. Answers of several connections may come in another order: nothing goes back. */
  learn({ revision, oldest, gaps }: StoreFacts): void {
    if (revision >= this.newestKnown) this.gaps = gaps;
    this.newestKnown = Math.max(this.newestKnown, revision);
    this.trimmed(oldest);
    this.look();
  }

  trimmed(oldest: Revision): void {
    this.oldestKnown = Math.max(this.oldestKnown, oldest);
  }

  /** History went on elsewhere. */
  enter(gap: Gap): void {
    this.gaps = [...this.gaps.filter(({ next }) => next !== gap.next), gap];
  }

  /** Looks whether this process is behind: after it was told of changes. */
  look(): void {
    if (this.newestKnown <= this.applied()) this.behindSince = undefined;
    else this.behindSince ??= performance.now();
  }
}
