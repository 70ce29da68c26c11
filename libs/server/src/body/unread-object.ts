import type { ResourceDefinition } from '@orch/api';
import { ApiError, type DecodedBody } from '@orch/apimachinery';
import { JSON_TYPE } from '@orch/http';
import { kindNotRead, notAnObject, unrecognizedBody } from '@orch/registry';
import { bodySummary } from './body-summary.js';

/** The error of a body of an object that could not be decoded, with the beginning of the body. Other errors are returned unchanged. */
export function unreadObject(error: unknown, type: string, definition: ResourceDefinition, bytes: Buffer): unknown {
  if (!(error instanceof ApiError && error.reason === 'BadRequest')) return error;
  const why = type === JSON_TYPE ? kindNotRead(error.message) : error.message;
  return unrecognizedBody(definition, `${why} (${bodySummary(bytes)})`);
}

/** Whether a decoded body is an object; null is an empty one. */
export const isObjectBody = ({ value }: DecodedBody): boolean => typeof value === 'object' && !Array.isArray(value);

/** The error of a body that is a text, a number, or a list. */
export const notObjectBody = ({ value }: DecodedBody, definition: ResourceDefinition, bytes: Buffer): ApiError =>
  unrecognizedBody(definition, `${notAnObject(value)} (${bodySummary(bytes)})`);
