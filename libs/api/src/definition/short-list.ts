const SHOWN = 3;

/** The first three, and the number of the others: `a,b,c + 2 more...`. */
export function shortList(texts: readonly string[]): string {
  const shown = texts.slice(0, SHOWN).join(',');
  return texts.length > SHOWN ? `${shown} + ${texts.length - SHOWN} more...` : shown;
}
