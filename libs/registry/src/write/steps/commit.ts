import { ApiError, type ApiObject } from '@orch/apimachinery';
import { objectKey } from '../../keys/storage-keys.js';
import { refuseResourceVersion } from '../admitted-metadata.js';
import { dryRunBytes } from '../dry-run-bytes.js';
import type { WriteContext } from '../write-context.js';
import type { WritePipeline } from '../write-draft.js';
import type { WriteRequest, WriteResult } from '../write-request.js';
import { refOf } from '../writer-parts.js';

/** @throws ApiError AlreadyExists; ServiceUnavailable as the store. */
export const commitCreate: WritePipeline['commit'] = (draft) => {
  const { context, request, object, decoded } = draft;
  const { actor } = context.parts;
  const name = object.metadata.name!;
  if (request.dryRun) {
    if (actor.get(objectKey(request.namespace, name))) throw ApiError.alreadyExists(refOf(context.parts, name));
    return dryRun(context, request, object, true);
  }
  refuseResourceVersion(context, decoded.metadata); // last, after validation
  return context.committer.create(request, name, object);
};

/** @throws StorageError Conflict, KeyNotFound after a write of another replica; ApiError as the store. */
export const commitUpdate: WritePipeline['commit'] = (draft) => {
  const { context, request, object } = draft;
  const { key, name, entry } = draft.target!;
  const { limit } = request;
  if (request.dryRun) return dryRun(context, request, object, false);
  return context.committer.update(key, name, entry, object, { limit });
};

function dryRun(
  { parts }: WriteContext,
  { limit }: WriteRequest,
  object: ApiObject,
  created: boolean,
): WriteResult | Promise<WriteResult> {
  const { conversion } = parts;
  if (!conversion) return { bytes: dryRunBytes(object), created };
  return conversion.dryRun(object, limit).then((bytes) => ({ bytes, created }));
}
