const DECIMAL = /^\d+$/;

/**
 * Whether `version` is at or before `seen`. Clients may order versions that are both decimal integers; all others can
 * only be tested for equality.
 */
export function isAtOrBefore(version: string, seen: string): boolean {
  if (version === seen) return true;
  if (!DECIMAL.test(version) || !DECIMAL.test(seen)) return false;
  return version.length === seen.length ? version < seen : version.length < seen.length;
}
