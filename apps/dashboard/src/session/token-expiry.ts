import { at } from '../api/object';

/** When a JSON Web Token expires, milliseconds since 1970; undefined for other tokens and for those that do not say. */
export function tokenExpiry(token: string | undefined): number | undefined {
  const payload = token?.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const seconds = at(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))), 'exp');
    return typeof seconds === 'number' ? seconds * 1_000 : undefined;
  } catch {
    // An opaque token may contain dots, too.
    return undefined;
  }
}
