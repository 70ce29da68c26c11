/**
 * Causes that one Status names at most. A body of a megabyte can hold a hundred thousand faults: with all of them, twice each, the answer has
 * 25 MB, and clients that do not read their answers fill the memory of the server.
 */
export const MAX_CAUSES = 1_000;
/** Characters of the texts that one message lists. */
const MAX_CHARACTERS = 64 * 1_024;

/** How many texts fit, at least one. */
export function boundedCount(texts: readonly string[]): number {
  let characters = 0;
  let count = 0;
  while (count < texts.length && count < MAX_CAUSES && characters + texts[count]!.length <= MAX_CHARACTERS)
    characters += texts[count++]!.length;
  return Math.max(1, count);
}

/** The first texts, within bounds, and a last one that says how many are left out. */
export function boundedTexts(texts: readonly string[]): readonly string[] {
  const count = boundedCount(texts);
  const first = texts.slice(0, count).map(boundedText);
  const left = texts.length - first.length;
  return left <= 0 ? first : [...first, `and ${left} more`];
}

/** One text: faults quote the value that is wrong, which may be the whole body. */
export const boundedText = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}...`;
