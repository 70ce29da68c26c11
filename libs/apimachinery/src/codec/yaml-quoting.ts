/**
 * Strings that some YAML 1.1 parsers resolve to another type although our dialect does not: base-60 numbers,
 * dates, the value and merge keys. The package itself quotes numbers, booleans and null, as defined by the dialect.
 */
const OTHER_TYPES: readonly RegExp[] = [
  /^(?:=|<<)$/,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:$|[Tt \t])/,
  /^[-+]?0[xX][0-9a-fA-F_]+$/,
  /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*(?:[eE][-+]?[0-9_]+)?$/,
  /^[-+]?[0-9][0-9_]*[eE][-+]?[0-9_]+$/,
];
const MAY_BE_OTHER_TYPE = /^[-+.=<0-9]/;

/** Line breaks of YAML 1.1 that 1.2 does not have, and the byte order mark, which parsers drop. */
const ODD_CHARACTER = /[\u0085\u2028\u2029\ufeff]/;

/** Lines that a block scalar cannot represent: with trailing spaces, or with white space before the first character of the text. */
const ODD_LINES = /^\s[\s\S]*\n|^\n|[ \t]\n|\n[ \t]+$/;

/** Whether a string must be double-quoted, so that every parser reads it as a string (C-084). */
export function needsQuotes(text: string): boolean {
  if (MAY_BE_OTHER_TYPE.test(text) && OTHER_TYPES.some((type) => type.test(text))) return true;
  return ODD_CHARACTER.test(text) || (text.includes('\n') && ODD_LINES.test(text));
}
