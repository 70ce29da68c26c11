/** Removes fields with null from a decoded value, in place: they mean the same as absent ones. Items of lists stay. */
export function dropNullFields(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    if (field === null && !Array.isArray(value)) Reflect.deleteProperty(value, key);
    else dropNullFields(field);
  }
}
