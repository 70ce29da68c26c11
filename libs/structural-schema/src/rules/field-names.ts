/** Words that CEL reserves: fields of these names are escaped. */
const RESERVED: ReadonlySet<string> = new Set(
  `true false null in as break const continue else for function if import let loop package namespace return var void
   while`.split(/\s+/),
);
const NAME = /^[A-Za-z_./-][\w./-]*$/;
const ESCAPED = /__|[-./]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};
const UNESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries(ESCAPES).map(([text, escaped]) => [escaped, text]),
);
const SEQUENCE = /__[^_]+__/g;

/** Name of a field in expressions: `a-b` is `a__dash__b`. `undefined` when the field is not accessible. */
export function escapedName(name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  if (RESERVED.has(name)) return `__${name}__`;
  return name.replace(ESCAPED, (text) => ESCAPES[text] ?? text);
}

/** Reverse of `escapedName`; `undefined` for an escape sequence that does not exist. */
export function unescapedName(escaped: string): string | undefined {
  if (!escaped.includes('__')) return escaped;
  let valid = true;
  const name = escaped.replace(SEQUENCE, (sequence) => {
    const text = UNESCAPES.get(sequence);
    if (text !== undefined) return text;
    const word = sequence.slice(2, -2);
    if (!RESERVED.has(word) || sequence.length !== escaped.length) valid = false;
    return word;
  });
  return valid ? name : undefined;
}
