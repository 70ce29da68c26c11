import {
  APIGroup,
  APIGroupList,
  APIResourceList,
  APIVersions,
  DeleteOptions,
  documentedSchemaOf,
  documentedStructsOf,
  ListMeta,
  ObjectMeta,
  type PublishedSchema,
  type ResourceDefinition,
  Status,
  VersionInfo,
} from '@orch/api';
import { type OpenApiNaming, type StructuralSchema, toOpenApiSchema } from '@orch/apimachinery';
import { listSchema, listSchemaName, WATCH_EVENT_SCHEMA } from './list-schema.js';
import { NAMED_TYPES } from './named-types.js';

type StructClass = NonNullable<ResourceDefinition['struct']>;

/** Structs of requests and answers that are not kinds of the API. */
const SHARED: readonly StructClass[] = [
  ListMeta,
  ObjectMeta,
  DeleteOptions,
  Status,
  APIVersions,
  APIGroupList,
  APIGroup,
  APIResourceList,
  VersionInfo,
];

const sharedOfRelease = new Map<number, ReadonlyMap<string, StructuralSchema>>();

/** Their schemas in release 1.`minor`, by name: nearly all are in every document. */
function sharedSchemas(minor: number): ReadonlyMap<string, StructuralSchema> {
  const known = sharedOfRelease.get(minor);
  if (known) return known;
  const structs = SHARED.flatMap((type) => [...documentedStructsOf(type, minor)]);
  const schemas = new Map(structs.map(([name, struct]) => [name, documentedSchemaOf(struct, minor)]));
  sharedOfRelease.set(minor, schemas);
  return schemas;
}

/** All schemas that documents can refer to, by name. Each is documented on request, since no document contains all. */
export class SchemaSources {
  private readonly structs = new Map<string, StructClass>();
  private readonly shared: ReadonlyMap<string, StructuralSchema>;
  private readonly others = new Map<string, StructuralSchema>([['meta.v1.WatchEvent', WATCH_EVENT_SCHEMA]]);

  private readonly published = new Map<string, PublishedSchema>();

  /** @param minor emulated release 1.x. */
  constructor(private readonly minor: number) {
    this.shared = sharedSchemas(minor);
  }

  /** Adds a kind and, if it is listed, its list. */
  add(definition: ResourceDefinition): void {
    const { struct, published, schemaName, verbs } = definition;
    if (struct) this.addStructs(struct);
    if (published) this.published.set(schemaName, published);
    if (verbs.includes('list')) this.others.set(listSchemaName(definition), listSchema(definition));
  }

  /** The schema of a custom kind of this name. */
  customOf(name: string): PublishedSchema | undefined {
    return this.published.get(name);
  }

  /** A schema of another name, in OpenAPI 3. @throws TypeError when nothing has this name. */
  document(name: string, naming: OpenApiNaming): Record<string, unknown> {
    const named = NAMED_TYPES.get(name);
    if (named) return { ...named };
    const struct = this.structs.get(name);
    const schema = this.shared.get(name) ?? (struct ? documentedSchemaOf(struct, this.minor) : this.others.get(name));
    if (!schema) throw new TypeError(`no schema ${name}`);
    return toOpenApiSchema(schema, naming);
  }

  private addStructs(type: StructClass): void {
    for (const [name, struct] of documentedStructsOf(type, this.minor)) this.structs.set(name, struct);
  }
}
