import { ApiError } from '../status/api-error.js';

/** Major types of RFC 8949, section 3.1. */
export const MAJOR = {
  positive: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  array: 4,
  map: 5,
  tag: 6,
  simple: 7,
} as const;

/** Names of the major types in messages. */
export const MAJOR_NAMES = [
  'positive integer',
  'negative integer',
  'byte string',
  'UTF-8 text string',
  'array',
  'map',
  'tag',
  'primitives',
] as const;

/** Additional information of the initial byte. */
export const INFO = { oneByte: 24, twoBytes: 25, fourBytes: 26, eightBytes: 27, indefinite: 31 } as const;

/** The byte that ends an item of indefinite length. */
export const BREAK = 0xff;

/** Tags with a meaning here (RFC 8949, section 3.4). */
export const TAG = {
  timeText: 0,
  epochTime: 1,
  positiveBignum: 2,
  negativeBignum: 3,
  base64Url: 21,
  base64: 22,
  base16: 23,
} as const;

/** Tag 55799, "self-described CBOR": the first bytes of every document. */
export const SELF_DESCRIBED = Buffer.from([0xd9, 0xd9, 0xf7]);

/** A body that is not CBOR, or has an item that JSON cannot express; in the words of kube-apiserver. */
export const cborError = (why: string): ApiError => ApiError.badRequest(`cbor: ${why}`);

/** A body that ends within an item. */
export const truncated = (): ApiError => ApiError.badRequest('unexpected EOF');

/** An item that is valid CBOR and is not accepted. */
export const unaccepted = (major: number, why: string): ApiError =>
  cborError(`data item of cbor type ${MAJOR_NAMES[major]} is not accepted by protocol: ${why}`);
