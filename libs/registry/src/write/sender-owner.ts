import type { ResourceDefinition } from '@orch/api';
import { NO_FIELDS, ownersAfterUpdate, type ApiObject } from '@orch/apimachinery';
import { withOwners } from './field-ownership.js';
import { kindVersions } from './kind-versions.js';
import type { WriteRequest } from './write-request.js';

/**
 * An object that is answered and not stored, with its sender as the owner of its fields.
 * @param subresource empty for an object of its own collection.
 * @param now RFC 3339 with seconds.
 */
export function ownedBySender(
  definition: ResourceDefinition,
  { fieldManager: manager }: WriteRequest,
  subresource: string,
  object: ApiObject,
  now: string,
): ApiObject {
  const { apiVersion, schema } = definition;
  const owners = ownersAfterUpdate({
    before: schema.empty,
    after: object,
    owners: [],
    writer: { manager, apiVersion, subresource, now, unreachable: NO_FIELDS },
    versions: kindVersions(definition, [definition]),
  });
  return withOwners(object, owners);
}
