import type { Revision, Stored, Value } from '../storage.js';

const OFFSET_BYTES = 4;

/**
 * The value of a `DeleteUnchanged` entry, when the last state of a delete equals the current value except for the digits of the revision;
 * undefined otherwise.
 * @param revision of the current value.
 */
export function unchangedDelete(current: Buffer, revision: Revision, { bytes, revisionAt }: Value): Value | undefined {
  if (revisionAt === undefined) return undefined;
  const digits = String(revision);
  const digitsEnd = revisionAt + digits.length;
  const isSame =
    current.length === bytes.length + digits.length &&
    current.compare(bytes, 0, revisionAt, 0, revisionAt) === 0 &&
    current.toString('latin1', revisionAt, digitsEnd) === digits &&
    current.compare(bytes, revisionAt, bytes.length, digitsEnd, current.length) === 0;
  if (!isSame) return undefined;
  const offset = Buffer.allocUnsafe(OFFSET_BYTES);
  offset.writeUInt32BE(revisionAt);
  return { bytes: offset, revisionAt: undefined };
}

/** The last state of such a delete, computed from its entry's value and the previous value. */
export function lastState(value: Buffer, revision: Revision, previous: Pick<Stored, 'value' | 'revision'>): Buffer {
  const revisionAt = value.readUInt32BE(0);
  const rest = previous.value.subarray(revisionAt + String(previous.revision).length);
  return spliced(previous.value, revisionAt, revision, rest);
}

/** The bytes of a value written at `revision`. */
export function withDigits({ bytes, revisionAt }: Value, revision: Revision): Buffer {
  return revisionAt === undefined
    ? Buffer.from(bytes)
    : spliced(bytes, revisionAt, revision, bytes.subarray(revisionAt));
}

const spliced = (head: Uint8Array, at: number, revision: Revision, rest: Uint8Array): Buffer =>
  Buffer.concat([head.subarray(0, at), Buffer.from(String(revision)), rest]);
