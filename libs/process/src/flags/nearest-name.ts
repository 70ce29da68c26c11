/** Edit distance (insert, delete, replace one letter; swap two neighbours), row by row. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/**
 * The known name that is the fewest edits away; the first one of equals.
 * @param mostEdits a name that is more edits away is another word. Default: no limit.
 * @returns undefined only when no known name is near enough.
 */
export function nearestName(name: string, known: readonly string[], mostEdits = Infinity): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const candidate of known) {
    const edits = editDistance(name, candidate);
    if (edits < fewest && edits <= mostEdits) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}
