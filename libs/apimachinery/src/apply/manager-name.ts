/** So many characters name a manager at most (C-111). */
export const MAX_FIELD_MANAGER_CHARACTERS = 128;

/** Control characters are not: neither those of ASCII nor those above it. */
export const isPrintable = (character: string): boolean =>
  character >= ' ' && !(character >= '\u007f' && character <= '\u009f');

/** Whether a manager may be called so, wherever the name comes from. None is a name too. */
export const isManagerName = (name: string): boolean =>
  name.length <= MAX_FIELD_MANAGER_CHARACTERS && Array.from(name).every(isPrintable);
