/**
 * The three ways to write a quantity: `decimal` with suffixes of 1000 (`5M`), `binary` with suffixes of 1024 (`5Mi`),
 * `exponent` with a power of ten (`5e6`).
 */
export type QuantityFormat = 'decimal' | 'binary' | 'exponent';

/** All arithmetic counts nanos, the finest unit that has a suffix. */
export const NANOS_PER_UNIT = 1_000_000_000n;

/** Suffixes of powers of ten, three by three, from 10^-9 (`n`) to 10^18 (`E`). */
export const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/** The power of ten of `DECIMAL_SUFFIXES[0]`. */
export const SMALLEST_DECIMAL_EXPONENT = -9;

/** Suffixes of powers of 1024, from 1024^0. */
export const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

/** Binary quantities stop here, as clients hold them in 64 bits. */
export const LARGEST_BINARY_NANOS = (2n ** 63n - 1n) * NANOS_PER_UNIT;
