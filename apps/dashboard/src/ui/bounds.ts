/** Objects are made by others, who may put any number of entries, of any length, into them: a tab must not freeze when it draws one. */
const MOST_ENTRIES = 200;

/** The first entries, and what to say about the others; '' when there are none. */
export function few<T>(entries: readonly T[]): { readonly shown: readonly T[]; readonly more: string } {
  const hidden = entries.length - MOST_ENTRIES;
  return { shown: entries.slice(0, MOST_ENTRIES), more: hidden > 0 ? `and ${hidden} more: see the YAML` : '' };
}

/** The beginning of a long text. */
export function cut(text: string, most = 5_000): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
