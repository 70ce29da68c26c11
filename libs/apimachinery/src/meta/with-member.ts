/**
 * A copy of the object with another value of one member. HOT PATH (bench: create): for `{ ...object, member }` V8 calls its runtime for the member,
 * and often for each later read of the copy; it assigns a member of a copy from its inline caches.
 */
export function withMember<T extends object, K extends keyof T>(object: T, name: K, value: T[K]): T {
  const copy = { ...object };
  copy[name] = value;
  return copy;
}
