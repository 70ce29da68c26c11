import { ApiError, type ApiObject, type DecodedBody, type FieldOwner } from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import { isDamaged } from '../cache/damaged-entry.js';
import { objectKey } from '../keys/storage-keys.js';
import { decodeObject } from './decode-object.js';
import { withMetadata } from './object-metadata.js';
import { attempt } from './write-attempt.js';
import type { WriteContext } from './write-context.js';
import type { WriteDraft } from './write-draft.js';
import { createPipeline, runPipeline } from './write-pipeline.js';
import type { WriteRequest, WriteResult } from './write-request.js';

/** Names that a create with `generateName` tries before it fails with AlreadyExists (C-019). */
const MAX_GENERATED_NAMES = 8;

/** POST. @throws ApiError AlreadyExists, Invalid, BadRequest, and what admission throws. */
export async function create(context: WriteContext, request: WriteRequest, body: DecodedBody): Promise<WriteResult> {
  const decoded = decodeObject(context.parts.definition, body, request);
  const { name, generateName } = decoded.metadata;
  const names = !name && generateName ? MAX_GENERATED_NAMES : 1;
  for (let count = 1; ; count++) {
    try {
      return await createDecoded(context, request, decoded);
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
      if (count === names) throw isTerminating(context, request, error) ? terminatingExists(error) : error;
    }
  }
}

/** Whether the object whose name is taken is being deleted. */
function isTerminating({ parts }: WriteContext, { namespace }: WriteRequest, { details }: ApiError): boolean {
  const entry = parts.actor.get(objectKey(namespace, details?.name ?? ''));
  if (entry === undefined || isDamaged(entry)) return false;
  const { metadata } = parts.conversion ? parts.conversion.metadataOf(entry) : parts.form.read(entry);
  return metadata.deletionTimestamp !== undefined;
}

const terminatingExists = (error: ApiError): ApiError =>
  new ApiError('AlreadyExists', `object is being deleted: ${error.message}`, {
    ...(error.details ? { details: error.details } : {}),
    cause: error,
  });

/** PUT or apply of an object that does not exist. Its resourceVersion is ignored. @throws as {@link create}; Forbidden where the user may not create. */
export async function createInstead(
  context: WriteContext,
  request: WriteRequest,
  decoded: ApiObject,
  appliedOwners?: readonly FieldOwner[],
): Promise<WriteResult> {
  const isNew = decoded.metadata.resourceVersion === undefined;
  return createDecoded(
    context,
    request,
    isNew ? decoded : withMetadata(decoded, { ...decoded.metadata, resourceVersion: undefined }),
    appliedOwners,
  );
}

/**
 * Undefined when another create succeeded first: then this is an update of an object that is now in the cache.
 * @param key of the object in the cache.
 */
export async function createUnlessExists(
  { parts, committer }: WriteContext,
  key: string,
  create: () => Promise<WriteResult>,
): Promise<WriteResult | undefined> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
    const { cause } = error;
    if (cause instanceof StorageError && cause.revision !== undefined) await committer.reached(cause.revision);
    else if (!parts.actor.get(key)) throw error; // admission or a dry run saw the name taken
    return undefined;
  }
}

function createDecoded(
  context: WriteContext,
  request: WriteRequest,
  decoded: ApiObject,
  appliedOwners?: readonly FieldOwner[],
): WriteResult | Promise<WriteResult> {
  return attempt((onFailure) => {
    const draft: WriteDraft = {
      context,
      request,
      onFailure,
      subresource: '',
      decoded,
      target: undefined,
      appliedOwners,
      view: undefined,
      uidIsPrecondition: false,
      object: decoded,
    };
    return runPipeline(createPipeline, draft);
  });
}
