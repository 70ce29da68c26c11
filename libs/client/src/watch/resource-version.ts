const DECIMAL = /^\d+$/;

/**
 * Whether `version` is at or before `seen`. Clients may compare versions that are both decimal integers; of any others
 * only equality tells something.
 */
export function isAtOrBefore(version: string, seen: string): boolean {
  if (version === seen) return true;
  if (!DECIMAL.test(version) || !DECIMAL.test(seen)) return false;
  return version.length === seen.length ? version < seen : version.length < seen.length;
}
