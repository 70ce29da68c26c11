import { fieldError, FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { validateImmutableData } from '../../../validation/immutable-data.js';
import type { Secret } from './secret.types.js';
import { validateSecret } from './secret.validation.js';

/** A-252..A-263, C-146..C-153. */
export const secretStrategy = (vocabulary: Vocabulary): Strategy<Secret> => ({
  prepareForCreate: mergeStringData,
  prepareForUpdate: mergeStringData,
  validateCreate: (secret) => validateSecret(secret, vocabulary),
  validateUpdate: (secret, old) => [
    ...validateSecret(secret, vocabulary),
    ...(secret.type === old.type
      ? []
      : [fieldError.invalid(FieldPath.of('type'), secret.type ?? '', 'field is immutable')]),
    ...validateImmutableData(secret, old, ['data']),
  ],
});

/** `stringData` is a convenience for writers: it wins over `data` and is never stored (A-255..A-257). */
function mergeStringData(secret: Secret): Secret {
  if (secret.stringData === undefined) return secret;
  const { stringData, ...rest } = secret;
  const written = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  if (written.length === 0) return rest as Secret;
  return { ...rest, data: Object.fromEntries([...Object.entries(secret.data ?? {}), ...written]) } as Secret;
}
