/** Something that a request makes the event loop do, searched for inputs that cost much CPU time. */
export interface SlowTarget {
  /** Also the folder of its corpus. */
  readonly name: string;
  /** Where the search begins. Those of bytes are latin1. */
  readonly seeds: readonly string[];
  /** What is put in, repeated and nested; a `#` in one that is repeated becomes a number. */
  readonly tokens: readonly string[];
  /** No request can bring more. Unit: characters. */
  readonly maxLength: number;
  /**
   * Does the work. What is between two yields runs in one turn of the event loop. Refusing by `ApiError` is an end like others.
   */
  run(input: string): Iterable<unknown>;
}
