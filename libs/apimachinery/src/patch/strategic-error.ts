import { ApiError } from '../status/api-error.js';
import { isJsonObject, PROTOTYPE_KEY, type JsonObject } from './json-value.js';
import { patchRejected } from './patch-rejected.js';

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

interface QuoteLimits {
  /** Unit: characters. */
  readonly length: number;
  readonly depth: number;
  /** Members and items visited per map or list: more than can be quoted. */
  readonly members: number;
}

const PART: QuoteLimits = { length: 256, depth: 4, members: 64 };
const WHOLE: QuoteLimits = { length: 64 * 1_024, depth: 32, members: 4_096 };

/** In Go's format, cut where it is long: `map[image:x name:a]`. */
const quoted = (value: unknown): string => asText(value, 0, PART);

/** A whole patch in Go's format. */
export const quotedPatch = (patch: unknown): string => asText(patch, 0, WHOLE);

const shortened = (text: string, { length }: QuoteLimits): string =>
  text.length > length ? `${text.slice(0, length)}...` : text;

function asText(value: unknown, depth: number, limits: QuoteLimits): string {
  if (value === null) return '<nil>';
  if (depth > limits.depth) return '...';
  if (Array.isArray(value)) {
    const items = value.slice(0, limits.members).map((item) => asText(item, depth + 1, limits));
    return shortened(`[${items.join(' ')}]`, limits);
  }
  if (!isJsonObject(value)) return shortened(String(value as string | number | boolean), limits);
  const fields = firstFields(value, limits)
    .sort()
    .map((field) => `${shortened(field, limits)}:${asText(value[field], depth + 1, limits)}`);
  return shortened(`map[${fields.join(' ')}]`, limits);
}

/** Does not list all names: a client may send 100,000. */
function firstFields(map: JsonObject, { members }: QuoteLimits): string[] {
  const fields: string[] = [];
  for (const field in map) {
    if (fields.length === members) break;
    fields.push(field);
  }
  return fields;
}
