import type { ResourceDefinition } from '@orch/api';
import { ApiError, type DecodedBody } from '@orch/apimachinery';
import { CBOR_TYPE, JSON_TYPE } from '@orch/http';
import { kindNotRead, notAnObject, unrecognizedBody } from '@orch/registry';
import { bodySummary } from './body-summary.js';

/** The error of a body of an object that could not be decoded, with the beginning of the body. Other errors are returned unchanged. */
export function unreadObject(error: unknown, type: string, definition: ResourceDefinition, bytes: Buffer): unknown {
  if (!(error instanceof ApiError && error.reason === 'BadRequest')) return error;
  return unrecognizedBody(definition, `${whyUnread(error.message, type)} (${bodySummary(bytes)})`);
}

/** Whether a decoded body is an object; null is an empty one. */
export const isObjectBody = ({ value }: DecodedBody): boolean => typeof value === 'object' && !Array.isArray(value);

/** The error of a body that is a text, a number, or a list. */
export const notObjectBody = (
  { value }: DecodedBody,
  type: string,
  definition: ResourceDefinition,
  bytes: Buffer,
): ApiError => {
  const why = type === CBOR_TYPE ? whyUnread(`cbor: ${notAMap(value)}`, type) : notAnObject(value);
  return unrecognizedBody(definition, `${why} (${bodySummary(bytes)})`);
};

function whyUnread(why: string, type: string): string {
  if (type === JSON_TYPE) return kindNotRead(why);
  return type === CBOR_TYPE ? `unable to determine group/version/kind: ${why}` : why;
}

const notAMap = (value: unknown): string =>
  Array.isArray(value)
    ? 'cannot unmarshal array into Go value of type v1.TypeMeta (cannot decode CBOR array to struct without toarray option)'
    : `cannot unmarshal ${cborTypeOf(value)} into Go value of type v1.TypeMeta`;

function cborTypeOf(value: unknown): string {
  if (typeof value === 'string') return 'UTF-8 text string';
  if (!Number.isInteger(value)) return 'primitives';
  return (value as number) < 0 ? 'negative integer' : 'positive integer';
}
