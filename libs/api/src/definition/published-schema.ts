import type { GroupVersionKind } from '@orch/apimachinery';

/** The schema of a custom kind as documents show it. Computed on each call, in steps. */
export interface PublishedSchema {
  /**
   * In one version of OpenAPI: version 2 cannot express some parts, which are left open.
   * @param metadataName name of the definition of ObjectMeta in the document.
   */
  document(version: 'v2' | 'v3', metadataName: string): Generator<undefined, Record<string, unknown>>;
}

/** Before the schema names of custom kinds, which documents show without it. */
const CUSTOM = 'custom:';

/** Schema name of a custom kind: `custom:com.example.v1.Widget`. */
export const customSchemaName = ({ group, version, kind }: GroupVersionKind): string =>
  `${CUSTOM}${group.split('.').reverse().join('.')}.${version}.${kind}`;

/** The name that documents show; undefined for schemas of built-in kinds. */
export const publishedName = (schemaName: string): string | undefined =>
  schemaName.startsWith(CUSTOM) ? schemaName.slice(CUSTOM.length) : undefined;
