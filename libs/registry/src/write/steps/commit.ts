import { ApiError, isStoredResourceVersion, type ApiObject } from '@orch/apimachinery';
import { objectKey } from '../../keys/storage-keys.js';
import type { WriteContext } from '../write-context.js';
import type { WritePipeline } from '../write-draft.js';
import { refOf } from '../writer-parts.js';

/** @throws ApiError AlreadyExists; ServiceUnavailable as the store. */
export const commitCreate: WritePipeline['commit'] = (draft) => {
  const { context, request, object, decoded } = draft;
  const { actor } = context.parts;
  const name = object.metadata.name!;
  if (request.dryRun) {
    if (actor.get(objectKey(request.namespace, name))) throw ApiError.alreadyExists(refOf(context.parts, name));
    return { bytes: dryRunBytes(object), created: true };
  }
  refuseResourceVersion(context, decoded);
  return context.committer.create(request.namespace, name, object);
};

/** @throws StorageError Conflict, KeyNotFound after a write of another replica; ApiError as the store. */
export const commitUpdate: WritePipeline['commit'] = (draft) => {
  const { context, request, object } = draft;
  const { key, name, entry } = draft.target!;
  if (request.dryRun) return { bytes: dryRunBytes(object), created: false };
  return context.committer.update(key, name, entry, object);
};

/** Result of a dry run, in the order in which it would have been stored. */
export const dryRunBytes = ({ kind, apiVersion, metadata, ...rest }: ApiObject): Buffer =>
  Buffer.from(JSON.stringify({ kind, apiVersion, metadata, ...rest }), 'utf8');

/** The store assigns resourceVersions: a new object has none (C-141). Checked last, after validation. */
function refuseResourceVersion({ parts }: WriteContext, { metadata: { resourceVersion } }: ApiObject): void {
  if (!resourceVersion || !isStoredResourceVersion(resourceVersion)) return;
  throw new ApiError(
    parts.definition.vocabulary.answers.resourceVersionOnCreate === 400 ? 'BadRequest' : 'InternalError',
    'resourceVersion should not be set on objects to be created',
  );
}
