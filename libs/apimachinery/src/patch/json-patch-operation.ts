import { ApiError } from '../status/api-error.js';
import { countParts, parsePointer, type JsonPointer } from './json-pointer.js';
import { isJsonObject, MAX_NESTING, ownValue, PROTOTYPE_KEY, type JsonObject } from './json-value.js';

/** Maximum number of operations of one patch (C-258). */
export const MAX_JSON_PATCH_OPERATIONS = 10_000;

/** Maximum number of segments of all pointers of one patch: each takes 0.1 µs of CPU time. */
const MAX_POINTER_PARTS = 200_000;
/** Unit: characters. */
const MAX_POINTER_CHARACTERS = 512 * 1_024;

/** One validated operation of a JSON patch, with parsed pointers. */
export type JsonPatchOperation = { readonly pathText: string; readonly path: JsonPointer } & (
  | { readonly op: 'add' | 'replace' | 'test'; readonly value: unknown }
  | { readonly op: 'remove' }
  | { readonly op: 'move' | 'copy'; readonly from: JsonPointer }
);

/**
 * Parses and validates a patch, as far as possible without the document.
 * @throws ApiError BadRequest when it is malformed, RequestEntityTooLarge when it has too many operations.
 */
export function readJsonPatch(patch: unknown): JsonPatchOperation[] {
  if (!Array.isArray(patch)) throw ApiError.badRequest('a JSON patch must be an array of operations');
  if (patch.length > MAX_JSON_PATCH_OPERATIONS) {
    throw ApiError.tooLarge(`a JSON patch has at most ${MAX_JSON_PATCH_OPERATIONS} operations, got ${patch.length}`);
  }
  const left = { parts: MAX_POINTER_PARTS, characters: MAX_POINTER_CHARACTERS };
  return patch.map((operation: unknown, position) => readOperation(operation, position, left));
}

/** Remaining budget of the pointers. */
interface PointerBudget {
  parts: number;
  characters: number;
}

function readOperation(operation: unknown, position: number, left: PointerBudget): JsonPatchOperation {
  if (!isJsonObject(operation)) throw malformed(position, 'it must be an object');
  const { op } = operation;
  const path = readPointer(operation, 'path', position, left);
  const base = { path, pathText: operation['path'] as string };
  switch (op) {
    case 'add':
    case 'replace':
      // An absent value is null.
      return { ...base, op, value: ownValue(operation, 'value') ?? null };
    case 'test':
      if (!Object.hasOwn(operation, 'value')) throw malformed(position, '"test" needs a "value"');
      return { ...base, op, value: operation['value'] };
    case 'remove':
      return { ...base, op };
    case 'move':
    case 'copy':
      return { ...base, op, from: readPointer(operation, 'from', position, left) };
    default:
      throw malformed(position, '"op" must be one of add, remove, replace, move, copy, test');
  }
}

function readPointer(
  operation: JsonObject,
  field: 'path' | 'from',
  position: number,
  left: PointerBudget,
): JsonPointer {
  const text = ownValue(operation, field);
  if (typeof text === 'string') spend(text, left);
  const pointer = typeof text === 'string' ? parsePointer(text) : undefined;
  if (!pointer) throw malformed(position, `"${field}" must be a JSON pointer, such as "/metadata/labels"`);
  if (pointer.includes(PROTOTYPE_KEY)) throw malformed(position, `"${field}" must not contain "${PROTOTYPE_KEY}"`);
  if (pointer.length > MAX_NESTING) throw malformed(position, `"${field}" has more than ${MAX_NESTING} parts`);
  return pointer;
}

/** Call before parsing the pointer. @throws ApiError RequestEntityTooLarge. */
function spend(pointer: string, left: PointerBudget): void {
  left.characters -= pointer.length;
  if (left.characters >= 0) left.parts -= countParts(pointer);
  if (left.characters < 0 || left.parts < 0) {
    throw ApiError.tooLarge(
      `the paths of a JSON patch have at most ${MAX_POINTER_PARTS} parts and ${MAX_POINTER_CHARACTERS} characters together`,
    );
  }
}

const malformed = (position: number, why: string): ApiError =>
  ApiError.badRequest(`JSON patch operation ${position} is malformed: ${why}`);
