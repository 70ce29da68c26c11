/** Maximum length of a manager name, in characters (C-111). */
export const MAX_FIELD_MANAGER_CHARACTERS = 128;

/** False for the control characters of ASCII and Unicode. */
export const isPrintable = (character: string): boolean =>
  character >= ' ' && !(character >= '\u007f' && character <= '\u009f');

/** Whether a name is a valid manager name. The empty name is valid. */
export const isManagerName = (name: string): boolean =>
  name.length <= MAX_FIELD_MANAGER_CHARACTERS && Array.from(name).every(isPrintable);
