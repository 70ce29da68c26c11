import type { Precondition, Revision, Stored, Value } from '../storage.js';
import { checkOf, sumOf } from './value-sum.js';

export type WriteKind = 'create' | 'replace' | 'delete';

/** One write on its way, and the promise of who wants it. */
export class PendingWrite {
  readonly stored: Promise<Stored>;
  /** Milliseconds of the process's own time (`performance.now`). */
  readonly submittedAt = performance.now();
  resolve!: (stored: Stored) => void;
  reject!: (error: Error) => void;

  constructor(
    readonly kind: WriteKind,
    readonly key: string,
    readonly expected: Revision,
    readonly value: Value,
    readonly precondition?: Precondition,
  ) {
    this.stored = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** What it costs to send. Unit: bytes. */
  get size(): number {
    return this.value.bytes.length + this.key.length + (this.precondition?.key.length ?? 0) + WRITE_OVERHEAD_BYTES;
  }

  /** What the server takes it as. */
  arguments(): (string | Buffer)[] {
    const { bytes, revisionAt } = this.value;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const head = revisionAt === undefined ? buffer : buffer.subarray(0, revisionAt);
    const tail = revisionAt === undefined ? '' : buffer.subarray(revisionAt);
    const { precondition } = this;
    return [
      ...[this.kind.charAt(0), this.key, String(this.expected), revisionAt === undefined ? '0' : '1', head, tail],
      ...[sumOf(this.key, this.value), checkOf(this.kind === 'delete' ? 'd' : 'p', this.key, this.expected)],
      ...(precondition ? [precondition.key, String(precondition.revision)] : ['', '']),
    ];
  }
}

const WRITE_OVERHEAD_BYTES = 64;

/** The bytes of a value with the revision put in, in memory of their own. */
export function withRevision({ bytes, revisionAt }: Value, revision: Revision): Buffer {
  const digits = revisionAt === undefined ? '' : String(revision);
  const at = revisionAt ?? bytes.length;
  const result = Buffer.allocUnsafeSlow(bytes.length + digits.length);
  result.set(bytes.subarray(0, at), 0);
  result.write(digits, at, 'latin1');
  result.set(bytes.subarray(at), at + digits.length);
  return result;
}
