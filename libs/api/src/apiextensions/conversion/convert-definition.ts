import type { ApiObject } from '@orch/apimachinery';
import { sameJson } from '../../validation/json-equality.js';
import type {
  InternalColumn,
  InternalConversion,
  InternalDefinition,
  InternalSpec,
  InternalVersion,
  InternalWebhook,
  Json,
} from './internal-definition.js';

interface StoredColumn extends Omit<InternalColumn, 'JSONPath'> {
  readonly jsonPath?: string;
}
interface StoredVersion extends Omit<InternalVersion, 'additionalPrinterColumns'> {
  readonly additionalPrinterColumns?: readonly StoredColumn[];
}
interface StoredConversion {
  readonly strategy?: string;
  readonly webhook?: {
    readonly clientConfig?: InternalWebhook;
    readonly conversionReviewVersions?: readonly string[] | null;
  };
}
interface StoredSpec {
  readonly versions?: readonly StoredVersion[] | null;
  readonly conversion?: StoredConversion;
  readonly preserveUnknownFields?: boolean;
}

/** Fields that a definition has in its spec when all its versions have them in common, by their names there and in versions. */
const SHARED = [
  ['validation', 'schema'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
  ['selectableFields', 'selectableFields'],
] as const;

/** From the stored version to the internal form, which is the older version's (B-457). */
export function toInternal(object: ApiObject): InternalDefinition {
  if (!object['spec']) return object;
  const { versions, conversion, preserveUnknownFields = false, ...rest } = object['spec'] as StoredSpec;
  const converted = (versions ?? []).map(versionToInternal);
  const common: Record<string, unknown> = {};
  for (const [inSpec, inVersion] of SHARED) {
    const value = converted[0]?.[inVersion];
    if (value === undefined || !converted.every((version) => sameJson(version[inVersion], value))) continue;
    common[inSpec] = value;
    for (const version of converted) delete version[inVersion];
  }
  const spec: InternalSpec = {
    ...rest,
    ...(versions ? { versions: converted } : {}),
    ...(converted.length > 0 ? { version: converted[0]!.name } : {}),
    ...common,
    ...(conversion ? { conversion: conversionToInternal(conversion) } : {}),
    preserveUnknownFields,
  };
  return { ...object, spec };
}

/** From the internal form to the stored version. */
export function fromInternal(object: InternalDefinition): ApiObject {
  if (!object.spec) return object;
  const {
    version,
    validation,
    subresources,
    additionalPrinterColumns,
    selectableFields,
    versions,
    conversion,
    preserveUnknownFields,
    ...rest
  } = object.spec;
  const named = !versions?.length && version ? [{ name: version, served: true, storage: true }] : versions;
  const common: InternalVersion = {
    ...(validation ? { schema: validation } : {}),
    ...(subresources ? { subresources } : {}),
    ...(additionalPrinterColumns ? { additionalPrinterColumns } : {}),
    ...(selectableFields ? { selectableFields } : {}),
  };
  const spec = {
    ...rest,
    versions: named?.map((one) => versionFromInternal({ ...one, ...common })) ?? null,
    ...(conversion ? { conversion: conversionFromInternal(conversion) } : {}),
    ...(preserveUnknownFields ? { preserveUnknownFields } : {}),
  };
  return { ...object, spec };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function versionToInternal({ additionalPrinterColumns: columns, ...version }: StoredVersion): Mutable<InternalVersion> {
  if (!columns) return version;
  return {
    ...version,
    additionalPrinterColumns: columns.map(({ jsonPath, ...column }) => ({ ...column, JSONPath: jsonPath })),
  };
}

function versionFromInternal({ additionalPrinterColumns: columns, ...version }: InternalVersion): StoredVersion {
  if (!columns) return version;
  return {
    ...version,
    additionalPrinterColumns: columns.map(({ JSONPath, ...column }) => ({ ...column, jsonPath: JSONPath })),
  };
}

function conversionToInternal({ webhook, ...rest }: StoredConversion): InternalConversion {
  const { clientConfig, conversionReviewVersions } = webhook ?? {};
  return {
    ...rest,
    ...(clientConfig ? { webhookClientConfig: clientConfig } : {}),
    ...(conversionReviewVersions?.length ? { conversionReviewVersions } : {}),
  };
}

function conversionFromInternal(conversion: InternalConversion): StoredConversion {
  const { webhookClientConfig: clientConfig, conversionReviewVersions, ...rest } = conversion;
  if (!clientConfig && !conversionReviewVersions) return rest;
  const webhook: Json = {
    ...(clientConfig ? { clientConfig } : {}),
    conversionReviewVersions: conversionReviewVersions ?? null,
  };
  return { ...rest, webhook };
}
