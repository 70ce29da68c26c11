import { atOnce } from '../collections/at-once.js';
import { CborReader } from './cbor-reader.js';
import { CborWriter } from './cbor-writer.js';
import type { DecodedBody } from './json.js';
import { DEFAULT_CODEC_LIMITS, type CodecLimits } from './limits.js';

/**
 * Decodes a CBOR body in steps; the caller yields to the event loop between them. No step takes more than 50 ms of CPU time for a body
 * of 3 MiB.
 * @throws ApiError BadRequest, in the words of kube-apiserver, for malformed bytes, for what JSON cannot express, and past the limits.
 */
export function* decodeCborSteps(
  bytes: Uint8Array,
  limits: CodecLimits = DEFAULT_CODEC_LIMITS,
): Generator<undefined, DecodedBody> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { value: yield* new CborReader(buffer, limits).document(), duplicateFields: [] };
}

/** As `decodeCborSteps`, in one step. */
export function decodeCbor(bytes: Uint8Array, limits?: CodecLimits): DecodedBody {
  return atOnce(decodeCborSteps(bytes, limits));
}

/** A JSON value as a CBOR document, which begins with the tag that describes it. A Uint8Array in it is written as bytes. */
export function encodeCbor(value: unknown): Buffer {
  const writer = new CborWriter();
  writer.selfDescribed();
  writer.value(value);
  return writer.take();
}
