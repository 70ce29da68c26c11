import type { ResourceDefinition } from '@orch/api';
import { ApiError, type ApiObject } from '@orch/apimachinery';
import { canonical } from '../write/canonical.js';
import { objectHead, startsWith } from '../write/object-head.js';
import type { StoredForm } from '../write/stored-form.js';

/**
 * Form of a version whose objects a {@link VersionConversion} converts: what it gets is in the served version already.
 * @throws ApiError InternalError, from all members, for an object that was not converted: it is not shown in another version.
 */
export function convertedForm(definition: ResourceDefinition): StoredForm {
  const head = objectHead(definition);
  const fail = (): never => {
    throw ApiError.internal(`an object is not converted to ${definition.apiVersion}`);
  };
  const served = (object: ApiObject): ApiObject => (object.apiVersion === definition.apiVersion ? object : fail());
  return {
    isServed: true,
    isShown: () => true,
    encode: fail,
    toStored: fail,
    show: (bytes) => (startsWith(bytes, head) ? bytes : fail()),
    read: (entry) => served(entry.parse()),
    *readInSteps(entry) {
      return served(yield* entry.parseInSteps());
    },
    canonical: (object, decoded) => canonical(definition, object, decoded),
  };
}
