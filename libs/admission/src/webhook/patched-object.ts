import { isUtf8 } from 'node:buffer';
import type { ResourceDefinition } from '@orch/api';
import {
  ApiError,
  DEFAULT_CODEC_LIMITS,
  decodeJsonSteps,
  isPlainObject,
  jsonEqual,
  jsonTypeOf,
  type ApiObject,
} from '@orch/apimachinery';
import { internalError } from '../internal-error.js';
import { changedOptions, decodedObject, definitionAt } from '../mutation/decoded-object.js';
import { PauseAfterWork } from '../pause-after-work.js';
import type { WebhookPatch } from './review-response.js';
import { jsonPatchOutcome } from '../mutation/json-patch-outcome.js';

/** A patch is applied in one turn of the event loop. */
const LIMITS = { ...DEFAULT_CODEC_LIMITS, maxFields: 40_000 };
const MAX_OPERATIONS = 3_000;
/** Reading an answer with such a patch takes most of a turn. Unit: bytes. */
const LONG_PATCH_BYTES = 256 * 1_024;
/** Characters of a patch that say whether it is JSON. */
const HEAD = 256;

/** The operations of a patch, in steps. @throws ApiError InternalError when it is not a list of operations, or too large. */
export function* operationsOf({ json }: WebhookPatch): Generator<undefined, readonly unknown[]> {
  if (json.length >= LONG_PATCH_BYTES) yield;
  const patch = yield* decoded(json);
  if (Array.isArray(patch) && patch.length <= MAX_OPERATIONS) return patch;
  if (Array.isArray(patch)) throw internalError(`the patch has more than ${MAX_OPERATIONS} operations`);
  throw internalError(`json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type jsonpatch.Patch`);
}

function* decoded(json: Buffer): Generator<undefined, unknown> {
  try {
    // What is not UTF-8 is replaced, as in kube-apiserver.
    const bytes = isUtf8(json) ? json : Buffer.from(json.toString('utf8'), 'utf8');
    return (yield* decodeJsonSteps(bytes, LIMITS)).value;
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    const head = json.toString('utf8', 0, HEAD);
    const isBroken = !/^\s*[[{]/.test(head);
    // Without the message of the parser, which quotes the patch.
    throw internalError(
      isBroken ? `invalid character '${head.charAt(0)}' looking for beginning of value` : cause.message,
      cause,
    );
  }
}

/** The kind of a patched object. */
export interface PatchedKind {
  readonly definition: ResourceDefinition;
  readonly subresource: string;
  /** See `decodedObject`. */
  readonly isDecoded: boolean;
}

/** A replacement of the whole object by a scalar: kube-apiserver ignores it. */
const isWholeByScalar = (operation: unknown): boolean => {
  if (!isPlainObject(operation)) return false;
  const { op, path, value } = operation;
  return op === 'replace' && path === '' && (value === null || (value !== undefined && typeof value !== 'object'));
};

/**
 * The object after the patch of a webhook, decoded and with defaults as if it had been sent; the same object when nothing changed. Yields after
 * parts that take long.
 * @param at undefined: the options of a connection, which have no schema here.
 * @throws ApiError InternalError when the patch cannot be applied, or gives no object of the kind.
 */
export function* patchedObject(
  at: PatchedKind | undefined,
  object: ApiObject,
  patch: readonly unknown[],
  pause: Pick<PauseAfterWork, 'isDue'> = new PauseAfterWork(),
): Generator<undefined, ApiObject> {
  const outcome = jsonPatchOutcome(
    object,
    patch.filter((operation) => !isWholeByScalar(operation)),
  );
  if (!('document' in outcome)) throw internalError(outcome.failure);
  const { document } = outcome;
  if (pause.isDue) yield;
  if (jsonEqual(document, object)) return object;
  if (pause.isDue) yield;
  if (!at) return changedOptions(object, document, 'dropped');
  return decodedObject(definitionAt(at.definition, at.subresource), object, document, 'dropped', at.isDecoded);
}
