/** So many characters name a manager at most (C-111). */
export const MAX_FIELD_MANAGER_CHARACTERS = 128;
/** Who writes without saying who it is. */
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

/** Control characters are not: neither those of ASCII nor those above it. */
export const isPrintable = (character: string): boolean =>
  character >= ' ' && !(character >= '\u007f' && character <= '\u009f');
