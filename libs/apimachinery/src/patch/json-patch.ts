import { ApiError } from '../status/api-error.js';
import { Draft, MISSING } from './draft.js';
import { readJsonPatch, type JsonPatchOperation } from './json-patch-operation.js';
import { assertShallow, jsonEqual } from './json-value.js';
import { patchRejected } from './patch-rejected.js';

/** Maximum length of a quoted path in errors. Unit: characters. */
const MAX_QUOTED_LENGTH = 256;

const NOTHING_AT_FROM = 'there is nothing at "from"';

/**
 * Applies a JSON patch (RFC 6902) atomically, as lenient as kube-apiserver (decision 003). Does not mutate its
 * arguments; the result shares unchanged parts with `document` and `patch`. Source: A-553, C-258.
 * @param document parsed JSON.
 * @param patch parsed JSON, an array of at most 10,000 operations.
 * @throws ApiError BadRequest for a malformed patch or a path through `__proto__`; RequestEntityTooLarge for too many
 * operations, too much copying or too deep a result; Invalid when a test fails or a path does not exist. Its cause names
 * operation and path, never a value: the object may be a Secret.
 */
export function applyJsonPatch(document: unknown, patch: unknown): unknown {
  const attempt = attemptJsonPatch(document, patch);
  if ('error' in attempt) throw attempt.error;
  return attempt.document;
}

/** Outcome of a JSON patch: the patched document, or why there is none. */
export type JsonPatchAttempt =
  | { readonly document: unknown }
  | {
      readonly error: ApiError;
      /** The first operation that cannot be applied, and the document that those before it give. Undefined: the patch is malformed. */
      readonly failed: { readonly position: number; readonly before: unknown } | undefined;
    };

/** As `applyJsonPatch`, with a result instead of an exception: the patch is applied once, also to find where it fails. */
export function attemptJsonPatch(document: unknown, patch: unknown): JsonPatchAttempt {
  const draft = new Draft(document);
  let position: number | undefined;
  try {
    const operations = readJsonPatch(patch);
    for (position = 0; position < operations.length; position++) applyOperation(draft, operations[position]!, position);
    // Other operations check the depth of the value they set; for moves that could walk a value 10,000 times.
    if (operations.some(({ op }) => op === 'move')) assertShallow(draft.document);
    return { document: draft.document };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error, failed: position === undefined ? undefined : { position, before: draft.document } };
  }
}

function applyOperation(draft: Draft, operation: JsonPatchOperation, position: number): void {
  const { path } = operation;
  switch (operation.op) {
    case 'add':
      assertShallow(operation.value, path.length);
      return verify(draft.add(path, operation.value), operation, position);
    case 'replace':
      assertShallow(operation.value, path.length);
      return verify(draft.replace(path, operation.value), operation, position);
    case 'remove':
      return verify(draft.remove(path), operation, position);
    case 'test': {
      const value = draft.getOrNull(path);
      verify(value !== MISSING, operation, position);
      return verify(jsonEqual(value, operation.value), operation, position, 'the value there is another');
    }
    case 'copy': {
      const value = draft.getOrNull(operation.from);
      verify(value !== MISSING, operation, position, NOTHING_AT_FROM);
      return verify(draft.add(path, draft.clone(value, path.length)), operation, position);
    }
    case 'move': {
      const value = draft.get(operation.from);
      verify(value !== MISSING, operation, position, NOTHING_AT_FROM);
      verify(draft.remove(operation.from), operation, position);
      return verify(draft.add(path, value), operation, position);
    }
  }
}

function verify(done: boolean, operation: JsonPatchOperation, position: number, why = 'there is no such path'): void {
  if (done) return;
  const { op, pathText } = operation;
  const path = pathText.length > MAX_QUOTED_LENGTH ? `${pathText.slice(0, MAX_QUOTED_LENGTH)}...` : pathText;
  const message = `JSON patch operation ${position} failed: ${op} ${JSON.stringify(path)}: ${why}`;
  throw patchRejected(message);
}
