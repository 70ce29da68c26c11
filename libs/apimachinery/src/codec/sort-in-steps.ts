/** Strings that are sorted in one step. */
const STEP_TEXTS = 1_024;
const STEP_CHARACTERS = 64 * 1_024;

type Compare = (a: string, b: string) => number;

/** Sorts strings; may change `texts`. Yields after a millisecond of work, so that other requests run in between. */
export function* sortInSteps(texts: string[], compare: Compare): Generator<undefined, string[]> {
  let runs: string[][] = [];
  for (let at = 0; at < texts.length;) {
    const end = stepEnd(texts, at);
    runs.push(texts.slice(at, end).sort(compare));
    at = end;
    yield undefined;
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergeRuns(runs[at]!, runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Offset after the strings from `from` on that are sorted in one step. */
function stepEnd(texts: readonly string[], from: number): number {
  let characters = 0;
  let at = from;
  while (at < texts.length && at - from < STEP_TEXTS && characters < STEP_CHARACTERS) characters += texts[at++]!.length;
  return at;
}

function* mergeRuns(
  left: readonly string[],
  right: readonly string[],
  compare: Compare,
): Generator<undefined, string[]> {
  const merged: string[] = [];
  let l = 0;
  let r = 0;
  let characters = 0;
  while (l < left.length || r < right.length) {
    const isLeft = r === right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0);
    const next = isLeft ? left[l++]! : right[r++]!;
    merged.push(next);
    characters += next.length;
    if (merged.length % STEP_TEXTS !== 0 && characters < STEP_CHARACTERS) continue;
    characters = 0;
    yield undefined;
  }
  return merged;
}
