import { isPrintable, MAX_FIELD_MANAGER_CHARACTERS } from '@orch/apimachinery';

/** Default field manager. */
const UNKNOWN = 'unknown';

/**
 * Who owns what a request sets: the manager it names, else its user agent up to the first slash (A-135, C-112), without what
 * cannot be printed.
 */
export function fieldManagerOf(named: string | undefined, userAgent: string | undefined): string {
  if (named) return named;
  if (!userAgent) return UNKNOWN;
  const slash = userAgent.indexOf('/');
  let name = '';
  for (const character of slash < 0 ? userAgent : userAgent.slice(0, slash)) {
    if (name.length + character.length > MAX_FIELD_MANAGER_CHARACTERS) break;
    if (isPrintable(character)) name += character;
  }
  return name || UNKNOWN;
}
