/** Something the palette can go to. */
export interface Entry {
  readonly text: string;
  readonly hint: string;
  /** Further words by which it is found. */
  readonly words: string;
  readonly run: () => void;
}

/** How well `text` answers `typed`: 0 not at all. All typed letters must occur in order; beginnings of words and whole matches count more. */
export function score(typed: string, text: string): number {
  const wanted = typed.toLowerCase().trim();
  const found = text.toLowerCase();
  if (wanted === '') return 1;
  if (found.startsWith(wanted)) return 1_000 - found.length;
  const inside = found.indexOf(wanted);
  if (inside >= 0) return 500 - inside;
  let at = -1;
  let steps = 0;
  for (const letter of wanted) {
    const next = found.indexOf(letter, at + 1);
    if (next < 0) return 0;
    steps += next - at;
    at = next;
  }
  return Math.max(1, 200 - steps);
}

/** The best entries for what is typed, at most `limit`. */
export function matching(entries: readonly Entry[], typed: string, limit: number): Entry[] {
  return entries
    .map((entry) => ({ entry, points: Math.max(score(typed, entry.text), score(typed, entry.words) - 100) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, limit)
    .map(({ entry }) => entry);
}
