import { viewOf, type ResourceDefinition } from '@orch/api';
import { apiVersionOf, type SchemaDefinitions, type StructuralSchema, toOpenApiV3 } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { LIST_SUFFIX, listSchema, SHARED_SCHEMAS } from './list-schema.js';
import { openApiNaming } from './naming.js';
import { type PathItems, resourcePaths } from './resource-paths.js';

/** An OpenAPI 3 document of one group version, or of several. */
export interface OpenApiDocument {
  readonly openapi: '3.0.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: PathItems;
  readonly components: { readonly schemas: Record<string, Record<string, unknown>> };
}

/** Documents the definitions given (C-298): their paths, their schemas, and all those refer to. */
export function openApiDocument(
  definitions: readonly ResourceDefinition[],
  vocabulary: Vocabulary,
  release: string,
): OpenApiDocument {
  const naming = openApiNaming(vocabulary);
  const structs = new Map<string, StructuralSchema>(SHARED_SCHEMAS);
  for (const definition of definitions) addAll(structs, definition);
  const views = viewsOf(definitions);
  for (const view of views) for (const [name, schema] of view.definitions) structs.set(name, schema);
  const schemas = toOpenApiV3(structs, naming) as Record<string, Record<string, unknown>>;
  const kinds = `${naming.extensionPrefix}group-version-kind`;
  for (const { schemaName, gvk } of definitions) {
    schemas[naming.definitionName(schemaName)]![kinds] = [gvk];
    schemas[naming.definitionName(`${schemaName}${LIST_SUFFIX}`)]![kinds] = [
      { ...gvk, kind: `${gvk.kind}${LIST_SUFFIX}` },
    ];
  }
  for (const { schemaName, gvk } of views) schemas[naming.definitionName(schemaName)]![kinds] = [gvk];
  // Delete options are read in every group version.
  const versions = [...new Map(definitions.map((d) => [apiVersionOf(d.gvk), d.gvk])).values()];
  schemas[naming.definitionName('meta.v1.DeleteOptions')]![kinds] = versions.map(({ group, version }) => ({
    group,
    version,
    kind: 'DeleteOptions',
  }));
  const paths = definitions.map((definition) => resourcePaths(definition, naming));
  return {
    openapi: '3.0.0',
    info: { title: vocabulary.product, version: release },
    paths: sortedByKey(Object.assign({}, ...paths) as PathItems),
    components: { schemas: sortedByKey(schemas) },
  };
}

function addAll(structs: Map<string, StructuralSchema>, definition: ResourceDefinition): void {
  const known: SchemaDefinitions = definition.definitions;
  for (const [name, schema] of known) structs.set(name, schema);
  structs.set(`${definition.schemaName}${LIST_SUFFIX}`, listSchema(definition.schemaName));
}

/** Kinds that only sub-resources speak. */
const viewsOf = (definitions: readonly ResourceDefinition[]): readonly ResourceDefinition[] =>
  definitions.flatMap((definition) =>
    [...definition.subresources.keys()].flatMap((name) => viewOf(definition, name)?.definition ?? []),
  );

const sortedByKey = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
