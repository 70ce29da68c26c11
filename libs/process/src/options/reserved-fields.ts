/** Names that class-transformer skips, or takes for the type of a map. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Paths of fields in a decoded value that class-transformer does not read as fields. No file has such a setting. */
export function reservedFields(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    return RESERVED.has(key) ? [at] : reservedFields(field, at);
  });
}
