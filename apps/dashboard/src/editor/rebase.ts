import type { ApiObject } from '../api/object';
import { applyMergePatch, mergePatch } from './merge-patch';

/** The object without what the editor does not show. */
function shown(object: ApiObject): ApiObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** What was edited, as a merge patch; undefined when nothing was. */
export function editsOf(base: ApiObject, edited: ApiObject): unknown {
  return mergePatch(shown(base), shown(edited));
}

/** The edits on top of another version of the object. Where both changed a field, the edit wins. */
export function rebase(base: ApiObject, edited: ApiObject, newest: ApiObject): ApiObject {
  const { resourceVersion } = shown(base).metadata;
  const same = {
    ...edited,
    metadata: { ...edited.metadata, ...(resourceVersion !== undefined && { resourceVersion }) },
  };
  return applyMergePatch(newest, editsOf(base, same)) as ApiObject;
}
