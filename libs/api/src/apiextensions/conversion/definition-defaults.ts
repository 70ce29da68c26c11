import type { ApiObject } from '@orch/apimachinery';
import { fromInternal, toInternal } from './convert-definition.js';
import type { InternalConversion, InternalDefinition, InternalNames, InternalSpec } from './internal-definition.js';

interface Spec {
  readonly names?: InternalNames;
  readonly versions?: readonly { readonly name?: string; readonly storage?: boolean }[] | null;
  readonly conversion?: InternalConversion;
}

/** Defaults that both versions share: names of one object and of lists, conversion, and the version in which objects are stored. */
function definitionDefaults<T extends ApiObject>(object: T): T {
  const spec = object['spec'] as Spec | undefined;
  if (!spec) return object;
  const { kind = '', singular, listKind } = spec.names ?? {};
  const names = {
    ...spec.names,
    ...(singular ? {} : kind === '' ? {} : { singular: kind.toLowerCase() }),
    ...(listKind || kind === '' ? {} : { listKind: `${kind}List` }),
  };
  const status = (object as InternalDefinition).status;
  const stored = storageVersionOf(spec);
  return {
    ...object,
    spec: { ...spec, names, conversion: spec.conversion ?? { strategy: 'None' } },
    ...(status?.storedVersions?.length || stored === undefined
      ? {}
      : { status: { ...status, storedVersions: [stored] } }),
  };
}

/** The first version marked for storage. */
export const storageVersionOf = ({ versions }: Pick<Spec, 'versions'>): string | undefined =>
  versions?.find(({ storage }) => storage)?.name;

/** Defaults of the stored version. What the internal form has no place for is dropped: an empty webhook. */
export const storedDefinitionDefaults = (object: ApiObject): ApiObject =>
  definitionDefaults(fromInternal(toInternal(object)));

/** Defaults of the older version, in which a definition may have one version by its name alone. */
export function olderDefinitionDefaults(object: ApiObject): ApiObject {
  const { spec } = object as InternalDefinition;
  if (!spec) return object;
  const versions = spec.versions?.length
    ? spec.versions
    : spec.version
      ? [{ name: spec.version, served: true, storage: true }]
      : undefined;
  const version = spec.version || versions?.[0]?.name;
  const { conversion } = spec;
  const filled: InternalSpec = {
    ...spec,
    ...(version ? { version } : {}),
    ...(versions ? { versions } : {}),
    scope: spec.scope || 'Namespaced',
    ...(conversion ? { conversion: olderConversionDefaults(conversion) } : {}),
    preserveUnknownFields: spec.preserveUnknownFields ?? true,
  };
  return definitionDefaults({ ...object, spec: filled });
}

const olderConversionDefaults = (conversion: InternalConversion): InternalConversion =>
  conversion.strategy === 'Webhook' && !conversion.conversionReviewVersions?.length
    ? { ...conversion, conversionReviewVersions: ['v1beta1'] }
    : conversion;
