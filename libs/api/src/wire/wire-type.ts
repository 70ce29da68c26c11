/** Wire types: the low three bits of a tag. Groups (3 and 4) are not supported; no known client writes them. */
export const VARINT = 0;
export const FIXED64 = 1;
export const LENGTH_DELIMITED = 2;
export const FIXED32 = 5;

export type WireType = typeof VARINT | typeof FIXED64 | typeof LENGTH_DELIMITED | typeof FIXED32;

/** The prefix of a field. */
export const tagOf = (number: number, wireType: WireType): number => number * 8 + wireType;
