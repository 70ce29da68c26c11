import { ApiError, type PlainObject } from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';
import { mappedItems, mappedMembers } from './mapped-values.js';

/** 2^63: larger numbers are doubles on the reference server too. */
const LARGEST_WHOLE = 9_223_372_036_854_775_808;

/**
 * The canonical form of a value that no schema describes: members in byte order.
 * @throws ApiError BadRequest on whole numbers that a double does not hold.
 */
export function freeForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return scalar(value, undefined);
  return Array.isArray(value) ? mappedItems(value, freeForm) : mappedMembers(value as PlainObject, freeForm);
}

/**
 * A value that is neither a list nor an object.
 * @throws ApiError BadRequest on a whole number beyond the range in which doubles hold each: it would be stored as another one.
 */
export function scalar(value: unknown, node: StructuralNode | undefined): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  if (Math.abs(value) >= LARGEST_WHOLE || node?.type === 'number') return value;
  throw ApiError.badRequest(
    `json: cannot unmarshal number ${BigInt(value)} into Go value of type int64 (${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER})`,
  );
}
