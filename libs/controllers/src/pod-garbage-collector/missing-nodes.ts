/** How long a node must be missing before the server is asked whether it is gone. Unit: milliseconds. */
const QUARANTINE_MS = 40_000;

/** Nodes that pods name and that the cache lacks: it may lag behind, and a node may come after its pods. */
export class MissingNodes {
  /** When each was first missing. */
  private readonly since = new Map<string, number>();

  /**
   * Those that have been missing long enough. The next call counts them from the start again.
   * @param names all that are missing now; others are dropped.
   */
  due(names: ReadonlySet<string>, nowMs: number): string[] {
    for (const name of this.since.keys()) if (!names.has(name)) this.since.delete(name);
    const due: string[] = [];
    for (const name of names) {
      const sinceMs = this.since.get(name);
      if (sinceMs === undefined) this.since.set(name, nowMs);
      else if (nowMs - sinceMs >= QUARANTINE_MS) {
        this.since.delete(name);
        due.push(name);
      }
    }
    return due;
  }
}
