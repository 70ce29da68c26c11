/** A value as `fmt.Print` of Go prints decoded JSON: cells of type string are made so. */
export function printedValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(printedValue).join(' ')}]`;
  if (typeof value !== 'object') return String(value as string | number | boolean | bigint);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${printedValue(member)}`).join(' ')}]`;
}
