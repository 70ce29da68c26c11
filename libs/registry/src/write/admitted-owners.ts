import { readOwners, type ApiObject } from '@orch/apimachinery';
import { ownersOf, withOwners } from './field-ownership.js';
import type { WriteRequest } from './write-request.js';

const MALFORMED =
  '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: an entry is malformed';

/** The object after mutating admission, which may change or remove owners; malformed ones are reset to those before, with a warning. */
export function withAdmittedOwners(object: ApiObject, admitted: ApiObject, { warn }: WriteRequest): ApiObject {
  const sent = admitted.metadata.managedFields;
  if (sent === object.metadata.managedFields || sent === undefined) return admitted;
  const owners = readOwners(sent);
  if (owners === undefined) warn(MALFORMED);
  return withOwners(admitted, owners ?? ownersOf(object));
}
