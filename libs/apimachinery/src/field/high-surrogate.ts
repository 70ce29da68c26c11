/** Whether a UTF-16 code unit is the first half of a character: a text that is cut behind it has a lone half. */
export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
