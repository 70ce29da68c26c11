import { ApiError, attemptJsonPatch, isPlainObject, jsonTypeOf, readJsonPatch } from '@orch/apimachinery';

/** Result of a JSON patch: the patched document, or why there is none, in words of the reference server. */
export type JsonPatchOutcome =
  | { readonly document: unknown }
  | { readonly failure: string; /** Whether a `test` operation did not hold. */ readonly isTest: boolean };

/** Applies a JSON patch (RFC 6902) as a whole or not at all. */
export function jsonPatchOutcome(document: unknown, patch: unknown): JsonPatchOutcome {
  const attempt = attemptJsonPatch(document, patch);
  if ('document' in attempt) return attempt;
  const { error, failed } = attempt;
  if (!Array.isArray(patch))
    return {
      failure: `json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type jsonpatch.Patch`,
      isTest: false,
    };
  // Which operation was one too many says nothing.
  if (error.reason === 'RequestEntityTooLarge') return { failure: error.message, isTest: false };
  const { position, before } = failed ?? firstFault(document, patch);
  const operation: unknown = patch[position];
  return isPlainObject(operation) ? failureOf(operation, before, error) : { failure: error.message, isTest: false };
}

/** The first operation that cannot be read or applied, of a patch with one that cannot be read. The document is patched once. */
function firstFault(document: unknown, patch: readonly unknown[]): { position: number; before: unknown } {
  const readable = patch.slice(0, firstUnreadable(patch));
  const attempt = attemptJsonPatch(document, readable);
  if ('document' in attempt) return { position: readable.length, before: attempt.document };
  return attempt.failed ?? { position: readable.length, before: document };
}

/** By halving, since a patch may have many operations. */
function firstUnreadable(patch: readonly unknown[]): number {
  let readable = 0;
  let unreadable = patch.length;
  while (unreadable - readable > 1) {
    const middle = (readable + unreadable) >> 1;
    if (isReadable(patch.slice(0, middle))) readable = middle;
    else unreadable = middle;
  }
  return readable;
}

function isReadable(patch: readonly unknown[]): boolean {
  try {
    readJsonPatch(patch);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const MISSING = 'missing value';

function failureOf(
  { op, path, from }: Readonly<Record<string, unknown>>,
  document: unknown,
  error: ApiError,
): JsonPatchOutcome {
  const failed = (failure: string, isTest = false): JsonPatchOutcome => ({ failure, isTest });
  if (typeof path !== 'string') return failed(`${String(op)} operation failed to decode path: ${MISSING}`);
  const { parent, key } = placeOf(document, path);
  const index = Array.isArray(parent) ? `Unable to access invalid index: ${key}: invalid index referenced` : undefined;
  switch (op) {
    case 'add':
      return failed(
        index === undefined
          ? `add operation does not apply: doc is missing path: "${path}": ${MISSING}`
          : `error in add for path: '${path}': ${index}`,
      );
    case 'remove':
      if (parent === undefined)
        return failed(`remove operation does not apply: doc is missing path: "${path}": ${MISSING}`);
      return failed(
        `error in remove for path: '${path}': ${index ?? `Unable to remove nonexistent key: ${key}: ${MISSING}`}`,
      );
    case 'replace':
      return failed(
        `replace operation does not apply: doc is missing ${parent === undefined ? 'path' : 'key'}: ${path}: ${MISSING}`,
      );
    case 'test':
      if (parent === undefined) return failed(`test operation does not apply: is missing path: ${path}: ${MISSING}`);
      return failed(`testing value ${path} failed: test failed`, true);
    case 'move':
    case 'copy': {
      const source = typeof from === 'string' ? placeOf(document, from) : { parent: undefined, key: '' };
      if (op === 'move' && source.parent !== undefined && !Array.isArray(source.parent))
        return failed(
          `error in move for path: '${source.key}': Unable to remove nonexistent key: ${source.key}: ${MISSING}`,
        );
      return failed(`${op} operation does not apply: doc is missing from path: ${String(from)}: ${MISSING}`);
    }
    default:
      return failed(typeof op === 'string' ? `Unexpected kind: ${op}` : error.message);
  }
}

/** The object or list that a pointer leads into, undefined when there is none, and its last part. */
function placeOf(document: unknown, pointer: string): { readonly parent: unknown; readonly key: string } {
  const parts = pointer.split('/').slice(1);
  const key = unescaped(parts.pop() ?? '');
  let parent: unknown = document;
  for (const part of parts) {
    const name = unescaped(part);
    if (Array.isArray(parent)) parent = parent[Number(name)];
    else parent = isPlainObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
  }
  return { parent: typeof parent === 'object' && parent !== null ? parent : undefined, key };
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
