import type { ApiObject, ObjectMeta } from '../meta/object-meta.js';
import { setOwn } from '../schema/plain-object.js';

/**
 * An object as stored and sent: JSON with `kind`, `apiVersion` and `metadata` first. The digits of its
 * resourceVersion begin at byte offset `revisionAt`, before the closing quote; they may not be set yet.
 */
export interface EncodedObject {
  readonly bytes: Uint8Array;
  readonly revisionAt: number;
}

const REVISION_MEMBER = '"resourceVersion":"';
const REVISION_BYTES = Buffer.from(REVISION_MEMBER);
const QUOTE = 0x22;

/**
 * Encodes an object with an empty resourceVersion; the store inserts the digits at `revisionAt` on commit.
 * Omits undefined members.
 */
export function encodeObject(object: ApiObject): { bytes: Buffer; revisionAt: number } {
  const members: Record<string, unknown> = object;
  const whole: Record<string, unknown> = {
    kind: object.kind,
    apiVersion: object.apiVersion,
    metadata: undefined,
    ...members,
  };
  whole['metadata'] = orderedMetadata(object.metadata);
  const text = JSON.stringify(whole);
  const bytes = Buffer.from(text, 'utf8');
  // Quotes inside strings are escaped, and only strings precede metadata: the first match is the member.
  const at = text.indexOf(REVISION_MEMBER) + REVISION_MEMBER.length;
  const revisionAt = bytes.length === text.length ? at : Buffer.byteLength(text.slice(0, at));
  return { bytes, revisionAt };
}

/** Offset of the resourceVersion's digits in output of `encodeObject`, with or without digits; undefined for other bytes. */
export function findRevision(bytes: Uint8Array): number | undefined {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(REVISION_BYTES);
  return at < 0 ? undefined : at + REVISION_BYTES.length;
}

/** The bytes with `revision` instead of the current digits, if any. */
export function withRevision(encoded: EncodedObject, revision: number): Buffer {
  const { bytes, revisionAt } = encoded;
  const digits = String(revision);
  const rest = digitsEnd(encoded);
  const out = Buffer.allocUnsafe(revisionAt + digits.length + bytes.length - rest);
  out.set(bytes.subarray(0, revisionAt), 0);
  out.write(digits, revisionAt, 'latin1');
  out.set(bytes.subarray(rest), revisionAt + digits.length);
  return out;
}

/** Whether two encoded objects are equal except for their resourceVersion. Such a write is a no-op. */
export function sameContent(a: EncodedObject, b: EncodedObject): boolean {
  if (a.revisionAt !== b.revisionAt) return false;
  const aRest = digitsEnd(a);
  const bRest = digitsEnd(b);
  if (a.bytes.length - aRest !== b.bytes.length - bRest) return false;
  return (
    Buffer.compare(a.bytes.subarray(aRest), b.bytes.subarray(bRest)) === 0 &&
    Buffer.compare(a.bytes.subarray(0, a.revisionAt), b.bytes.subarray(0, b.revisionAt)) === 0
  );
}

function digitsEnd({ bytes, revisionAt }: EncodedObject): number {
  const end = bytes.indexOf(QUOTE, revisionAt);
  return end < 0 ? bytes.length : end;
}

/** Metadata in the order of `ObjectMeta`, then unknown members; resourceVersion empty. A `selfLink` that a client sent is left out, as in kube-apiserver (C-133). */
function orderedMetadata(meta: ObjectMeta): Record<string, unknown> {
  const ordered: Record<string, unknown> = {
    name: meta.name,
    generateName: meta.generateName,
    namespace: meta.namespace,
    selfLink: undefined,
    uid: meta.uid,
    resourceVersion: '',
    generation: meta.generation,
    creationTimestamp: meta.creationTimestamp,
    deletionTimestamp: meta.deletionTimestamp,
    deletionGracePeriodSeconds: meta.deletionGracePeriodSeconds,
    labels: meta.labels,
    annotations: meta.annotations,
    ownerReferences: meta.ownerReferences,
    finalizers: meta.finalizers,
    managedFields: meta.managedFields,
  };
  for (const name of Object.keys(meta)) {
    if (!Object.hasOwn(ordered, name)) setOwn(ordered, name, meta[name as keyof ObjectMeta]);
  }
  return ordered;
}
