import { ApiError } from '../status/api-error.js';
import { parsePointer, type JsonPointer } from './json-pointer.js';
import { isJsonObject, MAX_NESTING, PROTOTYPE_KEY, type JsonObject } from './json-value.js';

/** How many operations one patch may have (C-258). */
export const MAX_JSON_PATCH_OPERATIONS = 10_000;

/** One operation of a JSON patch, checked and with its pointers read. */
export type JsonPatchOperation = { readonly pathText: string; readonly path: JsonPointer } & (
  | { readonly op: 'add' | 'replace' | 'test'; readonly value: unknown }
  | { readonly op: 'remove' }
  | { readonly op: 'move' | 'copy'; readonly from: JsonPointer }
);

/**
 * Checks everything about a patch that can be known without the document.
 * @throws ApiError BadRequest when it is malformed, RequestEntityTooLarge when it has too many operations.
 */
export function readJsonPatch(patch: unknown): JsonPatchOperation[] {
  if (!Array.isArray(patch)) throw ApiError.badRequest('a JSON patch must be an array of operations');
  if (patch.length > MAX_JSON_PATCH_OPERATIONS) {
    throw ApiError.tooLarge(`a JSON patch has at most ${MAX_JSON_PATCH_OPERATIONS} operations, got ${patch.length}`);
  }
  return patch.map((operation: unknown, position) => readOperation(operation, position));
}

function readOperation(operation: unknown, position: number): JsonPatchOperation {
  if (!isJsonObject(operation)) throw malformed(position, 'it must be an object');
  const { op } = operation;
  const path = readPointer(operation, 'path', position);
  const base = { path, pathText: operation['path'] as string };
  switch (op) {
    case 'add':
    case 'replace':
    case 'test':
      if (!Object.hasOwn(operation, 'value')) throw malformed(position, `"${op}" needs a "value"`);
      return { ...base, op, value: operation['value'] };
    case 'remove':
      return { ...base, op };
    case 'move':
    case 'copy': {
      const from = readPointer(operation, 'from', position);
      if (op === 'move' && from.length < path.length && from.every((segment, i) => segment === path[i])) {
        throw malformed(position, 'a value cannot be moved into itself');
      }
      return { ...base, op, from };
    }
    default:
      throw malformed(position, '"op" must be one of add, remove, replace, move, copy, test');
  }
}

function readPointer(operation: JsonObject, field: 'path' | 'from', position: number): JsonPointer {
  const text = Object.hasOwn(operation, field) ? operation[field] : undefined;
  const pointer = typeof text === 'string' ? parsePointer(text) : undefined;
  if (!pointer) throw malformed(position, `"${field}" must be a JSON pointer, such as "/metadata/labels"`);
  if (pointer.includes(PROTOTYPE_KEY)) throw malformed(position, `"${field}" must not contain "${PROTOTYPE_KEY}"`);
  if (pointer.length > MAX_NESTING) throw malformed(position, `"${field}" has more than ${MAX_NESTING} parts`);
  return pointer;
}

const malformed = (position: number, why: string): ApiError =>
  ApiError.badRequest(`JSON patch operation ${position} is malformed: ${why}`);
