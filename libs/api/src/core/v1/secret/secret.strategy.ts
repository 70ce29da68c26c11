import { fieldError, FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { validateImmutableData } from '../../../validation/immutable-data.js';
import { keyPairWarning } from './key-pair-warning.js';
import type { Secret } from './secret.types.js';
import { validateSecret } from './secret.validation.js';

/** A-252..A-263, C-146..C-153. */
export const secretStrategy = (vocabulary: Vocabulary): Strategy<Secret> => ({
  validateCreate: (secret, { limit }) => validateSecret(secret, vocabulary, limit),
  validateUpdate: (secret, old, { limit }) => [
    ...validateSecret(secret, vocabulary, limit),
    ...(secret.type === old.type
      ? []
      : [fieldError.invalid(FieldPath.of('type'), secret.type ?? '', 'field is immutable')]),
    ...validateImmutableData(secret, old, ['data']),
  ],
  warnings: ({ type, data = {} }) => {
    if (type !== vocabulary.secretTypes.tls) return [];
    const [certificate, key] = ['tls.crt', 'tls.key'].map((name) => Buffer.from(data[name] ?? '', 'base64'));
    const warning = keyPairWarning(certificate!, key!);
    return warning === undefined ? [] : [warning];
  },
});
