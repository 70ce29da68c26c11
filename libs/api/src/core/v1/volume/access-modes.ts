import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

export const VOLUME_MODES = ['Block', 'Filesystem'];

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const ALONE = 'ReadWriteOncePod';

/** Known modes only, and the exclusive one by itself (C-175). With `required`, at least one. */
export function validateAccessModes(path: FieldPath, modes: readonly string[] = [], required?: string): FieldError[] {
  if (modes.length === 0) return required === undefined ? [] : [fieldError.required(path, required)];
  const errors = modes
    .filter((mode) => !MODES.includes(mode))
    .map((mode) => fieldError.notSupported(path, mode, MODES));
  if (modes.includes(ALONE) && modes.length > 1) {
    errors.push(fieldError.forbidden(path, `may not use ${ALONE} with other access modes`));
  }
  return errors;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

/** `RWO,ROX`: how tables show access modes. */
export const shortAccessModes = (modes: readonly string[] = []): string =>
  [...new Set(modes)].map((mode) => SHORT.get(mode) ?? mode).join(',');
