import { type FieldError, MAX_CAUSES } from '@orch/apimachinery';

/**
 * The faults of the parts of a text between separators, as many as an answer names: a text can have hundreds of thousands of parts.
 * @param separator one character or more.
 */
export function faultsOfParts(
  text: string,
  separator: string,
  faultsOf: (part: string) => readonly FieldError[],
): FieldError[] {
  const faults: FieldError[] = [];
  for (let from = 0; faults.length < MAX_CAUSES;) {
    const end = text.indexOf(separator, from);
    faults.push(...faultsOf(text.slice(from, end < 0 ? undefined : end)));
    if (end < 0) break;
    from = end + separator.length;
  }
  return faults;
}
