/** Words that YAML 1.1 or 1.2 resolves to a boolean, null, a number, or the merge or value key. */
const OTHER_WORDS: ReadonlySet<string> = new Set([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'],
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'],
  ...['', '~', 'null', 'Null', 'NULL', '<<', '='],
  ...['', '+', '-'].flatMap((sign) => [`${sign}.inf`, `${sign}.Inf`, `${sign}.INF`]),
  ...['.nan', '.NaN', '.NAN'],
]);
const LONGEST_WORD = 5;

/** Numbers and dates of any parser: base 60, exponents without digits before them, and any place of `_`. */
const OTHER_FORMS: readonly RegExp[] = [
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?$/,
  /^[-+]?0(?:[xX][0-9a-fA-F_]+|[bB][01_]+|[oO][0-7_]+)$/,
  /^[-+]?(?=[.0-9eE])(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?(?:[eE][-+]?[0-9_]+)?$/,
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9][0-9:.]*(?:[ \t]*(?:Z|[-+][0-9:]+))?)?$/,
];
const MAY_BE_OTHER_FORM = /^[-+.0-9eE]/;
/** What no text of these forms has. */
const NOT_OF_OTHER_FORM = /[^-+.:_ \t0-9a-zA-Z]/;

/**
 * Whether some parser of YAML 1.1 or 1.2 resolves the string, written without quotes, to another type (C-084).
 * A single dot, the key of `managedFields`, is a string for kube-apiserver and for this server.
 */
export function isOtherType(text: string): boolean {
  if (text.length <= LONGEST_WORD && OTHER_WORDS.has(text)) return true;
  return MAY_BE_OTHER_FORM.test(text) && text !== '.' && OTHER_FORMS.some((form) => form.test(text));
}

/** As `isOtherType`, in steps. @param stepCharacters characters read in one step. */
export function* isOtherTypeSteps(text: string, stepCharacters: number): Generator<string, boolean> {
  if (text.length <= LONGEST_WORD) return isOtherType(text);
  if (!MAY_BE_OTHER_FORM.test(text)) return false;
  for (let at = 0; at < text.length; at += stepCharacters) {
    if (NOT_OF_OTHER_FORM.test(text.slice(at, at + stepCharacters))) return false;
    yield '';
  }
  for (const form of OTHER_FORMS) {
    if (form.test(text)) return true;
    yield '';
  }
  return false;
}
