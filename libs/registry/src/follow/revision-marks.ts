import type { Revision } from '@orch/storage';

/** Number of marks kept; older revisions count as those of the oldest mark. */
const KEPT = 10_000;

/** Maps revisions of the main store to those of a secondary store at the same time: each store counts its own revisions. */
export class RevisionMarks {
  /** Both are monotonic. */
  private marks: { main: Revision; readonly own: Revision }[] = [];

  /** The main store reached `main`; the secondary store is at `own`. */
  add(main: Revision, own: Revision): void {
    const last = this.marks.at(-1);
    const grown = Math.max(main, last?.main ?? 0);
    if (last?.own === own) last.main = grown;
    else this.marks.push({ main: grown, own });
    if (this.marks.length > 2 * KEPT) this.marks = this.marks.slice(-KEPT);
  }

  /** The revision of the secondary store when the main store reached `main`. */
  ownAt(main: Revision): Revision {
    let low = 0;
    let high = this.marks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.marks[middle]!.main < main) low = middle + 1;
      else high = middle;
    }
    return this.marks[low]?.own ?? 0;
  }
}
