import type { FieldError } from '@orch/apimachinery';

/** Maximum number of errors of one object. */
const MAX_ERRORS = 100;
/** Characters of the texts of errors of one object: with more, no further error is added. Paths and lists of values can be long. */
const MAX_LENGTH = 262_144;

/** The first errors of an object: 100 at most, and fewer when their texts are long. */
export class BoundedErrors {
  readonly errors: FieldError[] = [];
  private readonly lengths: number[] = [];
  private length = 0;

  /** Whether further errors are dropped. */
  get isFull(): boolean {
    return this.errors.length >= MAX_ERRORS || this.length >= MAX_LENGTH;
  }

  /** Adds an error unless there are enough. @param length of its texts; default: that of its field. */
  add(error: FieldError, length = error.field.length): void {
    if (this.isFull) return;
    this.errors.push(error);
    this.lengths.push(length);
    this.length += length;
  }

  lengthOf(index: number): number {
    return this.lengths[index] ?? 0;
  }

  /** Drops the errors after the first `count`. */
  truncate(count: number): void {
    for (let i = count; i < this.lengths.length; i++) this.length -= this.lengths[i]!;
    this.errors.length = count;
    this.lengths.length = count;
  }
}
