import { fieldError, FieldPath, goSlice, goString, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateTokenLife } from '../../../validation/token-life.js';
import type { Strategy } from '../../../definition/strategy.js';
import { sameContent } from '../../../validation/json-equality.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateOneOf } from '../../../validation/values.js';
import type { CSIDriver, CSIDriverSpec, TokenRequest } from './csi-driver.types.js';

const SPEC = FieldPath.of('spec');
const FS_GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'];
const MAX_DRIVER_NAME_LENGTH = 63;
/** As kube-apiserver calls `attachRequired`. */
const ATTACH = SPEC.child('attachedRequired');

/** A-405..A-428, C-202..C-205. */
export const csiDriverStrategy = ({ answers }: Vocabulary): Strategy<CSIDriver> => {
  const isSpecified = answers.rulesOfFields === 'specified';
  return {
    prepareForUpdate: withGeneration,
    validateCreate: (driver) => [...validateDriver(driver), ...(isSpecified ? validateNameLength(driver) : [])],
    validateUpdate: (driver, old) => [
      ...validateDriver(driver),
      ...(driver.spec.attachRequired === old.spec.attachRequired
        ? []
        : [fieldError.invalid(ATTACH, driver.spec.attachRequired, 'field is immutable')]),
      ...validateUnchanged<CSIDriverSpec>(SPEC, driver.spec, old.spec, ['volumeLifecycleModes'], {
        volumeLifecycleModes: goSlice('[]storage.VolumeLifecycleMode', goString),
      }),
      ...(isSpecified
        ? validateUnchanged<CSIDriverSpec>(SPEC, driver.spec, old.spec, ['fsGroupPolicy', 'podInfoOnMount'])
        : []),
    ],
  };
};

/** Counts changes of the spec; a new driver has no generation. */
const withGeneration = (driver: CSIDriver, old: CSIDriver): CSIDriver =>
  sameContent(driver.spec, old.spec)
    ? driver
    : { ...driver, metadata: { ...driver.metadata, generation: (old.metadata.generation ?? 0) + 1 } };

function validateDriver({ spec = {} }: { spec?: CSIDriverSpec }): FieldError[] {
  const modes = SPEC.child('volumeLifecycleModes');
  return [
    ...validateOneOf(SPEC.child('fsGroupPolicy'), spec.fsGroupPolicy, FS_GROUP_POLICIES),
    ...validateTokenRequests(SPEC.child('tokenRequests'), spec.tokenRequests),
    // Kube-apiserver does not name the item.
    ...(spec.volumeLifecycleModes ?? []).flatMap((mode) => validateOneOf(modes, mode, LIFECYCLE_MODES)),
  ];
}

/** The name is short enough for label keys (C-205). */
const validateNameLength = ({ metadata: { name = '' } }: CSIDriver): FieldError[] =>
  name.length > MAX_DRIVER_NAME_LENGTH
    ? [fieldError.tooLong(FieldPath.of('metadata', 'name'), MAX_DRIVER_NAME_LENGTH)]
    : [];

/** Audiences differ, so that each finds its token; the empty one is the API server's. */
function validateTokenRequests(path: FieldPath, requests: readonly TokenRequest[] = []): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { audience = '', expirationSeconds }] of requests.entries()) {
    const at = path.index(index);
    if (seen.has(audience)) errors.push(fieldError.duplicate(at.child('audience'), audience));
    seen.add(audience);
    errors.push(...validateTokenLife(at.child('expirationSeconds'), expirationSeconds));
  }
  return errors;
}
