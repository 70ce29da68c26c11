import type { GroupVersionResource } from '@orch/apimachinery';
import type { OpenApiDocument, OpenApiSchema } from './openapi-schema.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A kind, as OpenAPI documents mark it. The core group is empty. */
export interface DocumentedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * The kind of a resource, from the first of its paths in the document that names one. Undefined: there is none.
 * @param marker name of the extension that holds the kind.
 */
export function documentedKind(
  { paths = {} }: OpenApiDocument,
  { group, version, resource }: GroupVersionResource,
  marker: string,
): DocumentedKind | undefined {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const found = ['', '/namespaces/{namespace}'].flatMap((scope) =>
    ['', '/{name}'].flatMap((name) =>
      METHODS.map((method) => paths[`${root}${scope}/${resource}${name}`]?.[method]?.[marker]),
    ),
  );
  return found.find((kind) => kind !== undefined) as DocumentedKind | undefined;
}

/** The schema that is marked with a kind. Undefined: there is none. */
export function kindSchema(
  { components }: OpenApiDocument,
  { group, version, kind }: DocumentedKind,
  marker: string,
): OpenApiSchema | undefined {
  const isOf = (schema: OpenApiSchema): boolean =>
    ((schema[marker] ?? []) as readonly DocumentedKind[]).some(
      (one) => one.group === group && one.version === version && one.kind === kind,
    );
  return Object.entries(components?.schemas ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .find(([, schema]) => isOf(schema))?.[1];
}
