import { ApiError } from '@orch/apimachinery';
import type fc from 'fast-check';

/** What a parser is given: text, or bytes. */
export type FuzzInput = string | Uint8Array;

/** A reader of untrusted input. */
export interface FuzzTarget<I extends FuzzInput = FuzzInput> {
  /** Also the folder of its corpus. */
  readonly name: string;
  readonly inputs: fc.Arbitrary<I>;
  /** Throws when the input breaks a promise. Refusing it by `ApiError` is none: see `refused`. */
  run(input: I): void | Promise<void>;
}

/** What `read` gives, or undefined when it refuses by the one kind of error that reaches clients. Anything else goes on. */
export function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError && error.code < 500) return undefined;
    throw error;
  }
}

/** As `JSON.parse`; undefined for what is none: mutation breaks many. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @throws Error that shows both, cut short. */
export function mustEqual(got: unknown, want: unknown, what: string): void {
  const [a, b] = [JSON.stringify(got) ?? 'undefined', JSON.stringify(want) ?? 'undefined'];
  if (a !== b) throw new Error(`${what}: got ${a.slice(0, 500)}, want ${b.slice(0, 500)}`);
}
