import { fieldError, goStrings, goValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { InternalVersion } from '../conversion/internal-definition.js';

/** A version stays in the spec as long as objects may be stored in it. */
export function validateStoredVersions(
  path: FieldPath,
  stored: readonly string[],
  versions: readonly InternalVersion[],
): FieldError[] {
  if (stored.length === 0) {
    return [fieldError.invalid(path, goValue(goStrings, undefined), 'must have at least one stored version')];
  }
  const names = new Set(versions.map(({ name }) => name));
  const kept = new Set(stored);
  return [
    ...versions
      .filter(({ name = '', storage }) => storage && !kept.has(name))
      .map(({ name }) => fieldError.invalid(path, stored, `must have the storage version ${name}`)),
    ...stored.flatMap((version, index) =>
      names.has(version) ? [] : [fieldError.invalid(path.index(index), version, missingText(version))],
    ),
  ];
}

const missingText = (version: string): string =>
  `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage ` +
  `migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
