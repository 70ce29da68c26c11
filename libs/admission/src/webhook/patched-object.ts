import type { ResourceDefinition } from '@orch/api';
import { ApiError, applyJsonPatch, jsonEqual, type ApiObject } from '@orch/apimachinery';

/**
 * The object after the patch of a webhook, decoded and with defaults as if it had been sent; the same object when nothing changed.
 * @throws ApiError InternalError when the patch cannot be applied, or gives no object of the kind.
 */
export function patchedObject(definition: ResourceDefinition, object: ApiObject, patch: unknown): ApiObject {
  try {
    const patched = applyJsonPatch(object, patch);
    if (jsonEqual(patched, object)) return object;
    const { schema, declaration, vocabulary, emulatedMinor } = definition;
    const decoded = schema.applyDefaults(
      schema.decode(patched, { unknownFields: [], duplicateFields: [] }),
    ) as unknown as ApiObject;
    return declaration.defaults?.(decoded, vocabulary, emulatedMinor) ?? decoded;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw ApiError.internal(error.message, error);
  }
}
