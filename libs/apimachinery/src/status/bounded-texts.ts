/**
 * Causes that one Status names at most. A body of a megabyte can hold a hundred thousand faults: with all of them, twice each, the answer has
 * 25 MB, and clients that do not read their answers fill the memory of the server.
 */
export const MAX_CAUSES = 1_000;
/** Characters of the texts that one message lists. */
const MAX_CHARACTERS = 64 * 1_024;

/** The first texts, within bounds, and a last one that says how many are left out. */
export function boundedTexts(texts: readonly string[]): readonly string[] {
  let characters = 0;
  let shown = 0;
  while (shown < texts.length && shown < MAX_CAUSES && characters + texts[shown]!.length <= MAX_CHARACTERS)
    characters += texts[shown++]!.length;
  if (shown === texts.length) return texts;
  // One text alone may be longer than the bound.
  const first = shown === 0 ? [boundedText(texts[0]!)] : texts.slice(0, shown);
  const left = texts.length - first.length;
  return left === 0 ? first : [...first, `and ${left} more`];
}

/** One text: faults quote the value that is wrong, which may be the whole body. */
export const boundedText = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}...`;
