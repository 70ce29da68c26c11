import { ApiError, applyJsonPatch, applyMergePatch, decodeJson } from '@orch/apimachinery';
import type { Patch } from '@orch/registry';
import type { RequestContext } from '../../request/request-context.js';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, mediaTypeOf } from './media-type.js';

const ACCEPTED = [JSON_PATCH_TYPE, MERGE_PATCH_TYPE];

/** Reads the patch in the body as a function of the object that stands. @throws ApiError UnsupportedMediaType (C-256), BadRequest. */
export async function readPatch(context: RequestContext): Promise<Patch> {
  const type = mediaTypeOf(context.headers['content-type']);
  if (type === MERGE_PATCH_TYPE) {
    const patch = decodeJson(await context.readBody());
    if (typeof patch.value !== 'object' || patch.value === null || Array.isArray(patch.value)) {
      throw ApiError.badRequest('a merge patch must be a JSON object');
    }
    return (current) => ({ value: applyMergePatch(current, patch.value), duplicateFields: patch.duplicateFields });
  }
  if (type === JSON_PATCH_TYPE) {
    const patch = decodeJson(await context.readBody());
    return (current) => ({ value: applyJsonPatch(current, patch.value), duplicateFields: patch.duplicateFields });
  }
  throw ApiError.unsupportedMediaType(ACCEPTED);
}
