import { ApiError } from '../status/api-error.js';
import { isJsonObject, PROTOTYPE_KEY } from './json-value.js';
import { patchRejected } from './patch-rejected.js';

/** Errors quote what a client sent, but not all of it. Unit: characters. */
const MAX_QUOTED_LENGTH = 256;
/** How deep they quote it. */
const MAX_QUOTED_DEPTH = 4;

export const badKey = (): ApiError =>
  ApiError.badRequest(`a strategic merge patch must not contain the key "${PROTOTYPE_KEY}"`);

export const badRetainKeys = (): ApiError => ApiError.badRequest('invalid patch format of retainKeys');

export const badOrderList = (): ApiError => ApiError.badRequest('invalid patch format of setElementOrder list');

export const badPrimitiveList = (): ApiError => ApiError.badRequest('invalid patch format of primitive list');

export const unknownDirective = (directive: unknown, map: unknown): ApiError =>
  ApiError.badRequest(`unknown patch type: ${quoted(directive)} in map: ${quoted(map)}`);

export const noMergeKey = (item: unknown, mergeKey: string): ApiError =>
  ApiError.badRequest(`map: ${quoted(item)} does not contain declared merge key: ${mergeKey}`);

export const noMergeKeyDeclared = (): ApiError =>
  ApiError.badRequest('cannot merge lists without merge key for type struct');

export const unlikeItems = (): ApiError => ApiError.badRequest('list element types are not identical');

export const orderMismatch = (items: readonly unknown[], order: readonly unknown[]): ApiError =>
  ApiError.badRequest(
    `The order in patch list:\n${quoted(items)}\n doesn't match $setElementOrder list:\n${quoted(order)}\n`,
  );

export const listOfLists = (): ApiError => patchRejected('lists of lists are not supported');

/** As clients know it: `map[image:x name:a]`. */
function quoted(value: unknown): string {
  const text = asText(value, 0);
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}...` : text;
}

function asText(value: unknown, depth: number): string {
  if (value === null) return '<nil>';
  if (depth > MAX_QUOTED_DEPTH) return '...';
  if (Array.isArray(value)) return `[${value.map((item) => asText(item, depth + 1)).join(' ')}]`;
  if (!isJsonObject(value)) return String(value as string | number | boolean);
  const fields = Object.keys(value).sort();
  return `map[${fields.map((field) => `${field}:${asText(value[field], depth + 1)}`).join(' ')}]`;
}
