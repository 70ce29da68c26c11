/** How the bytes of a field are bounded, the low three bits of its tag. Groups (3 and 4) are written by nobody we know. */
export const VARINT = 0;
export const FIXED64 = 1;
export const LENGTH_DELIMITED = 2;
export const FIXED32 = 5;

export type WireType = typeof VARINT | typeof FIXED64 | typeof LENGTH_DELIMITED | typeof FIXED32;

/** What stands before a field's bytes. */
export const tagOf = (number: number, wireType: WireType): number => number * 8 + wireType;
