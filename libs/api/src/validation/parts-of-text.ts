import type { FieldError } from '@orch/apimachinery';

/** Faults that are found: an answer names no more. */
const MAX_FAULTS = 1_000;

/**
 * The faults of the parts of a text between separators, the first ones: a text can have hundreds of thousands of parts.
 * @param separator one character or more.
 */
export function faultsOfParts(
  text: string,
  separator: string,
  faultsOf: (part: string) => readonly FieldError[],
): FieldError[] {
  const faults: FieldError[] = [];
  for (let from = 0; faults.length < MAX_FAULTS;) {
    const end = text.indexOf(separator, from);
    faults.push(...faultsOf(text.slice(from, end < 0 ? undefined : end)));
    if (end < 0) break;
    from = end + separator.length;
  }
  return faults;
}
