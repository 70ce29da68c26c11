import { ApiError, inByteOrder, setOwn, type PlainObject } from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';

/** 2^63: larger numbers are doubles on the reference server too. */
const LARGEST_WHOLE = 9_223_372_036_854_775_808;

/**
 * The canonical form of a value that no schema describes: members in byte order. Lists and objects that have it are not copied: an object may hold
 * hundreds of thousands.
 * @throws ApiError BadRequest on whole numbers that a double does not hold.
 */
export function freeForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return scalar(value, undefined);
  return Array.isArray(value) ? freeFormList(value) : freeFormMembers(value as PlainObject);
}

function freeFormList(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = freeForm(list[index]);
    if (item !== list[index]) copy ??= list.slice(0, index);
    copy?.push(item);
  }
  return copy ?? list;
}

function freeFormMembers(value: PlainObject): PlainObject {
  const sent = Object.keys(value);
  if (sent.length === 0) return value;
  const names = inByteOrder([...sent]);
  let isSame = true;
  const members = names.map((name, index) => {
    const member = freeForm(value[name]);
    isSame &&= name === sent[index] && member === value[name];
    return member;
  });
  if (isSame) return value;
  const copy: PlainObject = {};
  for (const [index, name] of names.entries()) setOwn(copy, name, members[index]);
  return copy;
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
