import { ApiError } from '../status/api-error.js';
import { tooDeep, tooManyFields, type CodecLimits } from './limits.js';

/**
 * How many members the objects inside `value` have, all together.
 * @throws ApiError BadRequest on a number that JSON cannot write (1e999 is read as infinity), and past the limits, which
 * also ends the walk through a value that holds itself.
 */
export function countFields(value: unknown, limits: CodecLimits): number {
  return count(value, limits, { fields: 0, items: 0 }, 1).fields;
}

interface Census {
  fields: number;
  items: number;
}

function count(value: unknown, limits: CodecLimits, census: Census, depth: number): Census {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw ApiError.badRequest(`json: the number ${value} is out of range`);
    return census;
  }
  if (typeof value !== 'object' || value === null) return census;
  if (depth > limits.maxDepth) throw tooDeep(limits);
  if (Array.isArray(value)) {
    census.items += value.length;
    if (census.items > limits.maxFields) throw tooManyFields(limits);
    for (let i = 0; i < value.length; i++) count(value[i], limits, census, depth + 1);
    return census;
  }
  const members = value as Record<string, unknown>;
  const names = Object.keys(members);
  census.fields += names.length;
  if (census.fields > limits.maxFields) throw tooManyFields(limits);
  for (let i = 0; i < names.length; i++) count(members[names[i]!], limits, census, depth + 1);
  return census;
}
