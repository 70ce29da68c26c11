import {
  fieldError,
  goPointer,
  goString,
  goStruct,
  goValue,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import { validateRelativePath } from '../volume/local-paths.js';
import type { AppArmorProfile, SeccompProfile } from './security-context.js';

const TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const MAX_PATH_BYTES = 4_095;

/** Which system calls are allowed. A profile of the node's is named, any other is not. */
export function validateSeccomp(path: FieldPath, { type, localhostProfile }: SeccompProfile): FieldError[] {
  const file = path.child('localhostProfile');
  const at = path.child('type');
  const errors = type
    ? validateOneOf(at, type, TYPES)
    : [fieldError.required(at, 'type is required when seccompProfile is set')];
  if (type === 'Localhost') {
    if (localhostProfile !== undefined) return validateRelativePath(file, localhostProfile);
    return [fieldError.required(file, 'must be set when seccomp type is Localhost')];
  }
  if (localhostProfile !== undefined) {
    const shown = goValue(goSeccompProfile, { type, localhostProfile });
    errors.push(fieldError.invalid(file, shown, 'can only be set when seccomp type is Localhost'));
  }
  return errors;
}

const goSeccompProfile = goStruct('core.SeccompProfile', {
  type: goString,
  localhostProfile: goPointer('string', goString),
});

/** As seccomp profiles, for AppArmor; a profile is a name and not a path. */
export function validateAppArmor(path: FieldPath, { type, localhostProfile }: AppArmorProfile): FieldError[] {
  const name = path.child('localhostProfile');
  if (!type) return [fieldError.required(path.child('type'), 'type is required when appArmorProfile is set')];
  if (!TYPES.includes(type)) return [fieldError.notSupported(path.child('type'), type, TYPES)];
  if (type !== 'Localhost') {
    return localhostProfile === undefined
      ? []
      : [fieldError.invalid(name, localhostProfile, 'can only be set when AppArmor type is Localhost')];
  }
  const profile = (localhostProfile ?? '').trim();
  if (profile === '') return [fieldError.required(name, 'must be set when AppArmor type is Localhost')];
  if (profile !== localhostProfile) {
    return [fieldError.invalid(name, localhostProfile, 'must not be padded with whitespace')];
  }
  return Buffer.byteLength(profile) > MAX_PATH_BYTES ? [fieldError.tooLong(name, MAX_PATH_BYTES)] : [];
}
