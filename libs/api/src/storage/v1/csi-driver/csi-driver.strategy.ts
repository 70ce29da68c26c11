import { fieldError, FieldPath, validateName, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import type { CSIDriver, CSIDriverSpec, TokenRequest } from './csi-driver.types.js';

const SPEC = FieldPath.of('spec');
const FS_GROUP_POLICIES = ['ReadWriteOnceWithFSType', 'File', 'None'];
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'];
const MAX_DRIVER_NAME_LENGTH = 63;
/** Tokens live at least ten minutes and at most 2^32 seconds (C-204). */
const TOKEN_SECONDS = { low: 600, high: 2 ** 32 };

/** A-405..A-428, C-202..C-205. */
export const csiDriverStrategy = (): Strategy<CSIDriver> => ({
  validateCreate: validateDriver,
  validateUpdate: (driver, old) => [
    ...validateDriver(driver),
    ...validateUnchanged<CSIDriverSpec>(SPEC, driver.spec, old.spec, [
      'attachRequired',
      'fsGroupPolicy',
      'podInfoOnMount',
      'volumeLifecycleModes',
    ]),
  ],
});

function validateDriver({
  metadata,
  spec = {},
}: {
  metadata: CSIDriver['metadata'];
  spec?: CSIDriverSpec;
}): FieldError[] {
  const modes = SPEC.child('volumeLifecycleModes');
  return [
    ...validateDriverName(FieldPath.of('metadata', 'name'), metadata.name),
    ...validateOneOf(SPEC.child('fsGroupPolicy'), spec.fsGroupPolicy, FS_GROUP_POLICIES),
    ...(spec.volumeLifecycleModes ?? []).flatMap((mode, index) =>
      validateOneOf(modes.index(index), mode, LIFECYCLE_MODES),
    ),
    ...validateTokenRequests(SPEC.child('tokenRequests'), spec.tokenRequests),
  ];
}

/** A DNS subdomain short enough for label keys (C-205). */
export function validateDriverName(path: FieldPath, name: string | undefined): FieldError[] {
  if (!name) return [fieldError.required(path)];
  if (name.length > MAX_DRIVER_NAME_LENGTH) return [fieldError.tooLong(path, MAX_DRIVER_NAME_LENGTH)];
  return validateName('dns-subdomain', name.toLowerCase()).map((fault) => fieldError.invalid(path, name, fault));
}

/** Audiences differ, so that each finds its token; the empty one is the API server's. */
function validateTokenRequests(path: FieldPath, requests: readonly TokenRequest[] = []): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { audience = '', expirationSeconds }] of requests.entries()) {
    const at = path.index(index);
    if (seen.has(audience)) errors.push(fieldError.duplicate(at.child('audience'), audience));
    seen.add(audience);
    errors.push(
      ...validateRange(at.child('expirationSeconds'), expirationSeconds, TOKEN_SECONDS.low, TOKEN_SECONDS.high),
    );
  }
  return errors;
}
