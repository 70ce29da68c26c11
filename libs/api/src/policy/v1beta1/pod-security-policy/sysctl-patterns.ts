const ANY = '*';

/** Names of sysctls and prefixes that end in `*`, ordered: each look takes logarithmic time. */
export class SysctlPatterns {
  private readonly all: readonly string[];
  /** Of the patterns that end in `*`, none of which begins with another. */
  private readonly prefixes: readonly string[];

  constructor(names: readonly string[]) {
    this.all = [...names].sort();
    const prefixes = this.all.filter((name) => name.endsWith(ANY)).map((name) => name.slice(0, -1));
    const kept: string[] = [];
    for (const prefix of prefixes.sort()) {
      const last = kept.at(-1);
      if (last === undefined || !prefix.startsWith(last)) kept.push(prefix);
    }
    this.prefixes = kept;
  }

  /** Whether a name or prefix and one of these cover a common name. */
  overlaps(pattern: string): boolean {
    // All texts from a prefix to a text that begins with it begin with it, too.
    const before = countBelow(this.prefixes, pattern, true) - 1;
    if (before >= 0 && pattern.startsWith(this.prefixes[before]!)) return true;
    const wanted = pattern.endsWith(ANY) ? pattern.slice(0, -1) : pattern;
    const next = this.all[countBelow(this.all, wanted, false)];
    return next !== undefined && (pattern.endsWith(ANY) ? next.startsWith(wanted) : next === wanted);
  }
}

/** Number of ordered texts that are less than `text`, or equal to it if `inclusive`. */
function countBelow(ordered: readonly string[], text: string, inclusive: boolean): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = ordered[middle]!;
    if (one < text || (inclusive && one === text)) low = middle + 1;
    else high = middle;
  }
  return low;
}
