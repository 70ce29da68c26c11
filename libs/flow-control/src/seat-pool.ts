/** A level as the pool sees it. */
export interface PoolMember {
  /** Whether it has requests that wait and may be served with one more seat of the pool. */
  readonly wantsSeat: boolean;
  /** Seats in use, as a part of its nominal ones. */
  readonly load: number;
  /** Serves the next of those that wait. */
  serveNext(): void;
}

/**
 * The seats that levels lend to each other. Each level has seats that are its own alone; what it uses beyond them, up to its nominal
 * number and when others lend past it, comes from here. So all levels together never use more than all nominal seats.
 */
export class SeatPool {
  /** Seats that are lent by all levels together. */
  size = 0;
  /** Those in use, by their owners or by others. */
  used = 0;
  /** Requests that wait, in all levels. */
  waiting = 0;
  private members: readonly PoolMember[] = [];
  private serving = false;

  /** The levels among which seats are shared. */
  setMembers(members: readonly PoolMember[]): void {
    this.members = members;
  }

  /** Hands free seats to those that wait: first to the level that has least of its own. */
  serve(): void {
    if (this.serving) return; // a request that was answered at once gives its seat back inside
    this.serving = true;
    try {
      for (let next = this.neediest(); next; next = this.neediest()) next.serveNext();
    } finally {
      this.serving = false;
    }
  }

  private neediest(): PoolMember | undefined {
    let neediest: PoolMember | undefined;
    for (const member of this.members) {
      if (member.wantsSeat && (!neediest || member.load < neediest.load)) neediest = member;
    }
    return neediest;
  }
}
