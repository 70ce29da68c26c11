import { ApiError } from '../status/api-error.js';
import { jsonTypeOf } from '../schema/walk.js';
import { countParts, parsePointer, type JsonPointer } from './json-pointer.js';
import { isJsonObject, MAX_NESTING, ownValue, PROTOTYPE_KEY, type JsonObject } from './json-value.js';
import { patchRejected } from './patch-rejected.js';

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
 * @throws ApiError BadRequest for another type than that of a member, Invalid where a member is missing, RequestEntityTooLarge when it
 * has too many operations.
 */
export function readJsonPatch(patch: unknown): JsonPatchOperation[] {
  if (!Array.isArray(patch)) throw notDecoded(patch, 'value', '[]handlers.jsonPatchOp');
  patch.forEach(checkTypes);
  if (patch.length > MAX_JSON_PATCH_OPERATIONS) {
    throw ApiError.tooLarge(
      `Request entity too large: The allowed maximum operations in a JSON patch is ${MAX_JSON_PATCH_OPERATIONS}, got ${patch.length}`,
    );
  }
  const left = { parts: MAX_POINTER_PARTS, characters: MAX_POINTER_CHARACTERS };
  return patch.map((operation: JsonObject | null, position) => readOperation(operation, position, left));
}

/** Remaining budget of the pointers. */
interface PointerBudget {
  parts: number;
  characters: number;
}

/** Null is an operation without members. @throws ApiError BadRequest for a member of another type. */
function checkTypes(operation: unknown): void {
  if (operation === null) return;
  if (!isJsonObject(operation)) throw notDecoded(operation, 'value', 'handlers.jsonPatchOp');
  for (const name of TEXT_MEMBERS) {
    const value = ownValue(operation, name) ?? '';
    if (typeof value !== 'string') throw notDecoded(value, `struct field jsonPatchOp.${name}`, 'string');
  }
}

const TEXT_MEMBERS = ['op', 'path', 'from'] as const;

const notDecoded = (value: unknown, target: string, type: string): ApiError =>
  ApiError.badRequest(
    `error decoding patch: json: cannot unmarshal ${jsonTypeOf(value)} into Go ${target} of type ${type}`,
  );

/** @throws ApiError BadRequest for a pointer that is refused, Invalid for a member that is missing. */
function readOperation(operation: JsonObject | null, position: number, left: PointerBudget): JsonPatchOperation {
  const members = operation ?? {};
  const path = readPointer(members, 'path', position, left);
  const base = { path, pathText: members['path'] as string };
  const op = ownValue(members, 'op');
  switch (op) {
    case 'add':
    case 'replace':
      // An absent value is null.
      return { ...base, op, value: ownValue(members, 'value') ?? null };
    case 'test':
      if (!Object.hasOwn(members, 'value')) throw incomplete(position, '"test" needs a "value"');
      return { ...base, op, value: members['value'] };
    case 'remove':
      return { ...base, op };
    case 'move':
    case 'copy':
      return { ...base, op, from: readPointer(members, 'from', position, left) };
    default:
      throw incomplete(position, '"op" must be one of add, remove, replace, move, copy, test');
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
  if (!pointer) throw incomplete(position, `"${field}" must be a JSON pointer, such as "/metadata/labels"`);
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

const malformed = (position: number, why: string): ApiError => ApiError.badRequest(malformedText(position, why));

const incomplete = (position: number, why: string): ApiError => patchRejected(malformedText(position, why));

const malformedText = (position: number, why: string): string =>
  `JSON patch operation ${position} is malformed: ${why}`;
