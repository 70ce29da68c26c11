/**
 * Texts that some reader of YAML 1.1 takes for something else although our own dialect does not: numbers of base 60,
 * dates, the value and merge signs. Numbers, booleans and null are quoted by the package, which knows them from the dialect.
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

/** Line breaks of YAML 1.1 that are none in 1.2, and the byte order mark, which readers drop. */
const ODD_CHARACTER = /[\u0085\u2028\u2029\ufeff]/;

/** Lines that a block could not show as they are: with spaces at their end, or before the first sign of the text. */
const ODD_LINES = /^\s[\s\S]*\n|^\n|[ \t]\n|\n[ \t]+$/;

/** Whether a text stands in double quotes, so that every reader takes it for the text that it is (C-084). */
export function needsQuotes(text: string): boolean {
  if (MAY_BE_OTHER_TYPE.test(text) && OTHER_TYPES.some((type) => type.test(text))) return true;
  return ODD_CHARACTER.test(text) || (text.includes('\n') && ODD_LINES.test(text));
}
