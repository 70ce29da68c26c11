/** The parts of an OpenAPI schema that completion, new objects and forms need; extensions (`x-...`) are read with `extension`. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface KindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** What a reference leads to; what is said next to the reference, such as a description or a default, precedes. */
export function resolve(document: OpenApiDocument, schema: Schema | undefined): Schema | undefined {
  const reference = schema?.$ref ?? schema?.allOf?.find(({ $ref }) => $ref !== undefined)?.$ref;
  if (reference === undefined) return schema;
  const target = document.components?.schemas?.[reference.replace('#/components/schemas/', '')];
  const { $ref: _, allOf: __, ...siblings } = schema ?? {};
  return target && { ...target, ...siblings };
}

/** An extension of a schema: `x-kubernetes-NAME`, or the same of another vocabulary. */
export function extension(schema: Schema, name: string): unknown {
  return Object.entries(schema).find(([key]) => key.startsWith('x-') && key.endsWith(`-${name}`))?.[1];
}

/** The kinds that a schema is of. */
function kindsOf(schema: Schema): readonly KindName[] {
  const found = extension(schema, 'group-version-kind');
  return Array.isArray(found) ? (found as readonly KindName[]) : [];
}

/** The schema of a kind. */
export function schemaOfKind(
  document: OpenApiDocument,
  group: string,
  version: string,
  kind: string,
): Schema | undefined {
  return Object.values(document.components?.schemas ?? {}).find((schema) =>
    kindsOf(schema).some((entry) => entry.group === group && entry.version === version && entry.kind === kind),
  );
}

function below(document: OpenApiDocument, schema: Schema | undefined, name: string): Schema | undefined {
  const resolved = resolve(document, schema);
  const object = resolved?.items === undefined ? resolved : resolve(document, resolved.items);
  const additional = object?.additionalProperties;
  return object?.properties?.[name] ?? (typeof additional === 'object' ? additional : undefined);
}

/** The fields that may be written below a path; none when the schema does not say. */
export function fieldsAt(document: OpenApiDocument, root: Schema, path: readonly string[]): Field[] {
  const found = path.reduce<Schema | undefined>((schema, name) => below(document, schema, name), root);
  const resolved = resolve(document, found);
  const object = resolved?.items === undefined ? resolved : resolve(document, resolved.items);
  return Object.entries(object?.properties ?? {}).map(([name, schema]) => {
    const { type = 'object', description = '' } = resolve(document, schema) ?? {};
    return { name, type, description };
  });
}
