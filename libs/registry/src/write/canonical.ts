import type { ResourceDefinition } from '@orch/api';
import type { ApiObject, ObjectMeta } from '@orch/apimachinery';

/**
 * The canonical form of an object that defaults, a strategy or admission may have changed since it was decoded: fields are in
 * schema order. Equal objects then have equal bytes, by which a write that changes nothing is detected (C-042).
 * @param decoded the decoded object, if any: parts shared with it are canonical already.
 */
export function canonical(definition: ResourceDefinition, object: ApiObject, decoded?: ApiObject): ApiObject {
  const { schema } = definition;
  if (decoded !== undefined && !schema.storesNulls && sharesContent(object, decoded)) return object;
  return schema.stored(object) as unknown as ApiObject;
}

const METADATA_WITH_ORDER: readonly (keyof ObjectMeta)[] = ['labels', 'annotations', 'ownerReferences', 'finalizers'];

function sharesContent(object: ApiObject, decoded: ApiObject): boolean {
  for (const field of METADATA_WITH_ORDER) {
    if (object.metadata[field] !== decoded.metadata[field]) return false;
  }
  for (const field in object) if (field !== 'metadata' && object[field] !== decoded[field]) return false;
  for (const field in decoded) if (!(field in object)) return false;
  return true;
}
