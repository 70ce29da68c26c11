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
  const operations = readJsonPatch(patch);
  const draft = new Draft(document);
  operations.forEach((operation, position) => applyOperation(draft, operation, position));
  // Other operations check the depth of the value they set; for moves that could walk a value 10,000 times.
  if (operations.some(({ op }) => op === 'move')) assertShallow(draft.document);
  return draft.document;
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
