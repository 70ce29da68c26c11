/** A level in the pool. */
export interface PoolMember {
  /** Whether it has waiting requests that could use one more seat of the pool. */
  readonly wantsSeat: boolean;
  /** Seats in use, relative to the nominal ones. */
  readonly load: number;
  /** Dispatches its next waiting request. */
  serveNext(): void;
}

/**
 * Seats that levels lend to each other. Each level has seats that are never lent; those it uses beyond them, up to its
 * nominal number or more when it borrows, come from the pool. So all levels together never use more than all nominal
 * seats.
 */
export class SeatPool {
  /** Lendable seats of all levels. */
  size = 0;
  /** Seats in use, by their owners or borrowers. */
  used = 0;
  /** Waiting requests of all levels. */
  waiting = 0;
  private members: readonly PoolMember[] = [];
  private serving = false;

  /** The levels that share the pool. */
  setMembers(members: readonly PoolMember[]): void {
    this.members = members;
  }

  /** Gives free seats to waiting requests: first of the level with the lowest load. */
  serve(): void {
    if (this.serving) return; // a request answered synchronously releases its seat inside this call
    this.serving = true;
    try {
      for (let next = this.leastLoaded(); next; next = this.leastLoaded()) next.serveNext();
    } finally {
      this.serving = false;
    }
  }

  private leastLoaded(): PoolMember | undefined {
    let leastLoaded: PoolMember | undefined;
    for (const member of this.members) {
      if (member.wantsSeat && (!leastLoaded || member.load < leastLoaded.load)) leastLoaded = member;
    }
    return leastLoaded;
  }
}
