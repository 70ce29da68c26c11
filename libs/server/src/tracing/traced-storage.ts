import type { Storage } from '@orch/storage';
import { inSpan } from '@orch/tracing';

/**
 * A store whose reads and writes of single keys are spans of the requests that make them. Everything else is that of the
 * store itself.
 */
export function tracedStorage<T extends Storage>(storage: T): T {
  const traced: Pick<Storage, 'create' | 'replace' | 'delete' | 'get'> = {
    create: (key, value, ...preconditions) =>
      inSpan(
        'Create storage',
        () => ({ key }),
        () => storage.create(key, value, ...preconditions),
      ),
    replace: (key, expected, value, ...preconditions) =>
      inSpan(
        'Update storage',
        () => ({ key }),
        () => storage.replace(key, expected, value, ...preconditions),
      ),
    delete: (key, expected, last) =>
      inSpan(
        'Delete storage',
        () => ({ key }),
        () => storage.delete(key, expected, last),
      ),
    get: (key) =>
      inSpan(
        'Get storage',
        () => ({ key }),
        () => storage.get(key),
      ),
  };
  return new Proxy(storage, {
    get: (target, name) => {
      if (Object.hasOwn(traced, name)) return traced[name as keyof typeof traced];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
