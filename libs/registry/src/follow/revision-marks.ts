import type { Revision } from '@orch/storage';

/** Marks that are kept; what came before the oldest counts as if it had come with it. */
const KEPT = 10_000;

/** How far a store beside the main one had come when the main one reached a revision: each counts for itself. */
export class RevisionMarks {
  /** Both only grow. */
  private marks: { main: Revision; readonly own: Revision }[] = [];

  /** The main store has reached `main`; this one is at `own`. */
  add(main: Revision, own: Revision): void {
    const last = this.marks.at(-1);
    const grown = Math.max(main, last?.main ?? 0);
    if (last?.own === own) last.main = grown;
    else this.marks.push({ main: grown, own });
    if (this.marks.length > 2 * KEPT) this.marks = this.marks.slice(-KEPT);
  }

  /** The revision that this store had when the main one reached `main`. */
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
