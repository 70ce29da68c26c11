import type { Precondition, Revision, Stored, Value } from '../storage.js';
import { checkOf, sumOf } from './value-sum.js';

export type WriteKind = 'create' | 'replace' | 'delete';

/** A write that is queued or in flight, with the promise of its caller. */
export class PendingWrite {
  readonly stored: Promise<Stored>;
  /** Monotonic time (`performance.now`). Unit: milliseconds. */
  readonly submittedAt = performance.now();
  resolve!: (stored: Stored) => void;
  reject!: (error: Error) => void;

  constructor(
    readonly kind: WriteKind,
    readonly key: string,
    readonly expected: Revision,
    readonly value: Value,
    readonly preconditions: readonly Precondition[] = [],
  ) {
    this.stored = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Size of the request. Unit: bytes. */
  get size(): number {
    const conditions = this.preconditions.reduce((sum, { key }) => sum + key.length, 0);
    return this.value.bytes.length + this.key.length + conditions + WRITE_OVERHEAD_BYTES;
  }

  /** Arguments of the function `commit`. */
  arguments(): (string | Buffer)[] {
    const { bytes, revisionAt } = this.value;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const head = revisionAt === undefined ? buffer : buffer.subarray(0, revisionAt);
    const tail = revisionAt === undefined ? '' : buffer.subarray(revisionAt);
    const { preconditions } = this;
    return [
      ...[this.kind.charAt(0), this.key, String(this.expected), revisionAt === undefined ? '0' : '1', head, tail],
      ...[sumOf(this.key, this.value), checkOf(this.kind === 'delete' ? 'd' : 'p', this.key, this.expected)],
      String(preconditions.length),
      ...preconditions.flatMap(({ key, revision }) => [key, String(revision)]),
    ];
  }
}

const WRITE_OVERHEAD_BYTES = 64;

/** A copy of the value's bytes with the revision inserted. */
export function withRevision({ bytes, revisionAt }: Value, revision: Revision): Buffer {
  const digits = revisionAt === undefined ? '' : String(revision);
  const at = revisionAt ?? bytes.length;
  const result = Buffer.allocUnsafeSlow(bytes.length + digits.length);
  result.set(bytes.subarray(0, at), 0);
  result.write(digits, at, 'latin1');
  result.set(bytes.subarray(at), at + digits.length);
  return result;
}
