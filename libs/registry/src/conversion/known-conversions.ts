import type { ApiObject, KindVersions } from '@orch/apimachinery';

/** A conversion that `compute` needs and that was not made yet. */
class ConversionNeeded extends Error {
  constructor(
    readonly key: string,
    readonly object: ApiObject,
    readonly to: string,
  ) {
    super('conversion needed');
  }
}

/**
 * Runs `compute`, which is synchronous and pure, with conversions that take time: at the first one that is missing it is interrupted; the
 * conversion is made, and it runs again.
 * @throws what `convert` and `compute` throw.
 */
export async function knownConversions<T>(
  versions: KindVersions,
  convert: (object: ApiObject, to: string) => Promise<ApiObject>,
  compute: (versions: KindVersions) => T,
): Promise<T> {
  const known = new Map<string, ApiObject>();
  const remembered: KindVersions = {
    schema: (apiVersion) => versions.schema(apiVersion),
    convert: (object, from, to) => {
      // Where fields were removed, all metadata may be gone.
      const { metadata, ...rest } = object as Partial<ApiObject>;
      const whole = { ...rest, apiVersion: from, metadata: metadata ?? {} } as ApiObject;
      if (isEmpty(whole)) return { ...(object as object), apiVersion: to };
      const key = `${to} ${JSON.stringify(whole)}`;
      if (!known.has(key)) throw new ConversionNeeded(key, whole, to);
      return metadata ? known.get(key) : withoutEmptyMetadata(known.get(key)!);
    },
  };
  for (;;) {
    try {
      return compute(remembered);
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error;
      known.set(error.key, await convert(error.object, error.to));
    }
  }
}

/** An object without content is the same in each version. */
const isEmpty = ({ kind: _kind, apiVersion: _apiVersion, metadata, ...rest }: Partial<ApiObject>): boolean =>
  Object.keys(rest).length === 0 && Object.keys(metadata ?? {}).length === 0;

function withoutEmptyMetadata(object: ApiObject): object {
  const { metadata, ...rest } = object;
  return Object.keys(metadata).length === 0 ? rest : object;
}
