import type { ApiObject } from '@orch/apimachinery';

/** Reads the value at a path as a field selector compares it; empty when it is absent. */
export function fieldReader(...path: readonly string[]): (object: ApiObject) => string {
  return (object) => {
    let value: unknown = object;
    for (const name of path) {
      if (typeof value !== 'object' || value === null) return '';
      value = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    }
    return value === undefined || value === null ? '' : String(value as string | number | boolean);
  };
}

/** As `fieldReader` for a boolean, whose absence means false. */
export function flagReader(...path: readonly string[]): (object: ApiObject) => string {
  const read = fieldReader(...path);
  return (object) => (read(object) === 'true' ? 'true' : 'false');
}
