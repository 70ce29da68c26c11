import type { ApiObject } from '@orch/apimachinery';
import type { Secret } from './secret.types.js';

/** `stringData` is a convenience for writers: it wins over `data` and is never stored (A-255..A-257). */
export function secretDefaults(object: ApiObject): ApiObject {
  const secret = object as Secret;
  if (secret.stringData === undefined) return secret;
  const { stringData, ...rest } = secret;
  const written = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  if (written.length === 0) return rest as Secret;
  return { ...rest, data: Object.fromEntries([...Object.entries(secret.data ?? {}), ...written]) } as Secret;
}
