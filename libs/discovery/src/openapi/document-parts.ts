import type { ResourceDefinition } from '@orch/api';
import {
  apiVersionOf,
  type GroupVersionKind,
  type OpenApiNaming,
  type StructuralSchema,
  toOpenApiSchema,
} from '@orch/apimachinery';
import { LIST_SUFFIX, listSchema, sharedSchemas } from './list-schema.js';
import { withNamedFormats } from './named-formats.js';
import { resourcePaths } from './resource-paths.js';
import { subresourceDefinitions } from './subresource-definitions.js';

/** One path or schema in OpenAPI 3 format. */
export interface DocumentPart {
  readonly in: 'paths' | 'schemas';
  readonly name: string;
  readonly value: Record<string, unknown>;
}

/**
 * Documents the definitions (C-297, C-298), part by part: their paths, their schemas, and all referenced schemas. Each step
 * is short; yields undefined after work without a finished part, so that the caller can yield to the event loop.
 */
export function* documentParts(
  definitions: readonly ResourceDefinition[],
  naming: OpenApiNaming,
): Generator<DocumentPart | undefined> {
  // Without stored objects there is no get, watch or delete.
  const keepsObjects = definitions.some(({ verbs }) => verbs.includes('get'));
  const schemas = new Map<string, StructuralSchema>(keepsObjects ? sharedSchemas() : []);
  const kinds = new Kinds(definitions);
  for (const definition of definitions) {
    for (const [name, value] of resourcePaths(definition, naming)) yield { in: 'paths', name, value };
    for (const member of [definition, ...subresourceDefinitions(definition)]) {
      for (const [name, schema] of member.definitions) schemas.set(name, schema);
      kinds.add(member.schemaName, member.gvk);
      yield undefined;
    }
    if (!definition.verbs.includes('list')) continue;
    const listName = `${definition.schemaName}${LIST_SUFFIX}`;
    schemas.set(listName, listSchema(definition.schemaName));
    kinds.add(listName, { ...definition.gvk, kind: `${definition.gvk.kind}${LIST_SUFFIX}` });
  }
  // Map iteration includes entries added during the loop.
  for (const [name, schema] of schemas) {
    const shown = withNamedFormats(schema, (used, its) => schemas.set(used, its));
    const value = toOpenApiSchema(shown, naming);
    const known = kinds.of(name);
    if (known.length > 0) value[`${naming.extensionPrefix}group-version-kind`] = known;
    yield { in: 'schemas', name: naming.definitionName(name), value };
  }
}

/** Kinds by the struct that is their schema. */
class Kinds {
  private readonly byStruct = new Map<string, GroupVersionKind[]>();

  constructor(definitions: readonly ResourceDefinition[]) {
    this.add('meta.v1.Status', { group: '', version: 'v1', kind: 'Status' });
    // Used in every group version.
    const versions = new Map(definitions.map(({ gvk }) => [apiVersionOf(gvk), gvk]));
    for (const { group, version } of versions.values()) {
      for (const kind of ['DeleteOptions', 'WatchEvent']) this.add(`meta.v1.${kind}`, { group, version, kind });
    }
  }

  add(struct: string, gvk: GroupVersionKind): void {
    const known = this.byStruct.get(struct) ?? [];
    if (known.some((other) => other.kind === gvk.kind && apiVersionOf(other) === apiVersionOf(gvk))) return;
    this.byStruct.set(struct, [...known, gvk]);
  }

  of(struct: string): readonly GroupVersionKind[] {
    return this.byStruct.get(struct) ?? [];
  }
}
