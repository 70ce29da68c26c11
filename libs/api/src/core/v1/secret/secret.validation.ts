import { fieldError, FieldPath, isDeeperThan, jsonTypeOf, type FieldError, type WorkLimit } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { base64Bytes, MAX_DATA_BYTES, validateDataKey } from '../../../validation/data-keys.js';
import type { Secret } from './secret.types.js';

const DATA = FieldPath.of('data');
/** Of JSON in a value, as in kube-apiserver. */
const MAX_LEVELS = 10_000;
/** JSON of this size takes as long to parse as a member of an object takes to write. Unit: bytes. */
const BYTES_PER_MEMBER = 16;
/** Replaces an invalid value: errors never contain secrets. */
const REDACTED = '<secret contents redacted>';

/**
 * Rules for every Secret, then those of its type; unknown types have none.
 * @param limit of the JSON in a value, which is parsed in one step.
 */
export function validateSecret(secret: Secret, vocabulary: Vocabulary, limit?: WorkLimit): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(secret.data ?? {})) {
    errors.push(...validateDataKey(DATA, key));
    bytes += base64Bytes(value);
  }
  if (bytes > MAX_DATA_BYTES) errors.push(fieldError.tooLong(DATA, MAX_DATA_BYTES));
  return [...errors, ...validateType(secret, vocabulary, limit)];
}

function validateType(secret: Secret, vocabulary: Vocabulary, limit: WorkLimit | undefined): FieldError[] {
  const types = vocabulary.secretTypes;
  switch (secret.type) {
    case types.serviceAccountToken: {
      const annotation = vocabulary.annotations.serviceAccountName;
      const path = FieldPath.of('metadata', 'annotations').key(annotation);
      return secret.metadata.annotations?.[annotation] ? [] : [fieldError.required(path)];
    }
    case types.dockercfg:
      return validateJson(secret, '.dockercfg', limit);
    case types.dockerConfigJson:
      return validateJson(secret, '.dockerconfigjson', limit);
    case types.basicAuth:
      return has(secret, 'username') || has(secret, 'password') ? [] : missing('username', 'password');
    case types.sshAuth:
      return secret.data?.['ssh-privatekey'] ? [] : missing('ssh-privatekey');
    case types.tls:
      return missing(...['tls.crt', 'tls.key'].filter((key) => !has(secret, key)));
    default:
      return [];
  }
}

const has = (secret: Secret, key: string): boolean => Object.hasOwn(secret.data ?? {}, key);
const missing = (...keys: readonly string[]): FieldError[] => keys.map((key) => fieldError.required(DATA.key(key)));

function validateJson(secret: Secret, key: string, limit: WorkLimit | undefined): FieldError[] {
  if (!has(secret, key)) return missing(key);
  const json = Buffer.from(secret.data?.[key] ?? '', 'base64');
  limit?.spendMembers(json.length / BYTES_PER_MEMBER);
  // Levels take much longer to parse than values.
  if (isDeeperThan(json, MAX_LEVELS)) return [fieldError.invalid(DATA.key(key), REDACTED, 'exceeded max depth')];
  const text = json.toString();
  try {
    const type = jsonTypeOf(JSON.parse(text));
    if (type === 'object' || type === 'null') return [];
    const fault = `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
    return [fieldError.invalid(DATA.key(key), REDACTED, fault)];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's message quotes the text, so it is omitted.
    const fault = text === '' ? 'unexpected end of JSON input' : 'must be valid JSON';
    return [fieldError.invalid(DATA.key(key), REDACTED, fault)];
  }
}
