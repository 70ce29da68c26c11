const WARNING = /\d{3} \S+ "((?:[^"\\]|\\.)*)"/g;

/** Texts of `Warning: 299 - "text"` headers; what has another form is left out. */
export function parseWarnings(header: string | readonly string[]): string[] {
  const values = typeof header === 'string' ? [header] : header;
  return values.flatMap((value) => [...value.matchAll(WARNING)].map((match) => match[1]!.replace(/\\(.)/g, '$1')));
}
