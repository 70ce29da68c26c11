import { ApiError } from '../status/api-error.js';
import { isJsonObject, PROTOTYPE_KEY, type JsonObject } from './json-value.js';
import { patchRejected } from './patch-rejected.js';

/** Maximum length of quoted client input. Unit: characters. */
const MAX_QUOTED_LENGTH = 256;
/** Maximum depth of quoted client input. */
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

/** Maximum members and items visited per map or list: more than can be quoted. */
const MAX_QUOTED_MEMBERS = 64;

/** In Go's format: `map[image:x name:a]`. */
function quoted(value: unknown): string {
  return shortened(asText(value, 0));
}

const shortened = (text: string): string =>
  text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}...` : text;

function asText(value: unknown, depth: number): string {
  if (value === null) return '<nil>';
  if (depth > MAX_QUOTED_DEPTH) return '...';
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_QUOTED_MEMBERS).map((item) => asText(item, depth + 1));
    return shortened(`[${items.join(' ')}]`);
  }
  if (!isJsonObject(value)) return shortened(String(value as string | number | boolean));
  const fields = firstFields(value)
    .sort()
    .map((field) => `${shortened(field)}:${asText(value[field], depth + 1)}`);
  return shortened(`map[${fields.join(' ')}]`);
}

/** Does not list all names: a client may send 100,000. */
function firstFields(map: JsonObject): string[] {
  const fields: string[] = [];
  for (const field in map) {
    if (fields.length === MAX_QUOTED_MEMBERS) break;
    fields.push(field);
  }
  return fields;
}
