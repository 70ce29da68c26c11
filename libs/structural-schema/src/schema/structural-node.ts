import type { SchemaFormat, SchemaNode } from '@orch/apimachinery';
import { asSchema, defaultOf, extension, isSet, schemasIn, textOf, textsOf, type JsonSchema } from './json-schema.js';

/** Fields of an object that its metadata schema describes, whatever its own schema says. */
export const isMetaField = (name: string): boolean => name === 'apiVersion' || name === 'kind' || name === 'metadata';

/** What all nodes of a schema share. */
export interface NodeContext {
  /** Node of `metadata` of the object and of embedded objects. */
  readonly metadata: SchemaNode;
}

const SCALARS = new Set(['string', 'integer', 'number', 'boolean']);

/**
 * One node of a structural schema: what prunes, defaults, merges and applies need to know about a value. Value rules such as
 * `pattern` and `anyOf` are in {@link ValueRules}. Child nodes are made on first use, so that a schema of a megabyte costs what is used of it.
 */
export class StructuralNode implements SchemaNode {
  readonly type: string;
  readonly nullable: boolean;
  readonly preservesUnknown: boolean;
  readonly isEmbedded: boolean;
  readonly listType: SchemaNode['listType'];
  readonly default: unknown;
  /** Whether other names than those of `properties` are fields, with or without a schema. */
  readonly takesOthers: boolean;
  private readonly isIntOrString: boolean;
  private readonly names: Readonly<Record<string, JsonSchema>>;
  private readonly known = new Map<string, StructuralNode>();
  private itemsNode: StructuralNode | null | undefined;
  private othersNode: StructuralNode | null | undefined;
  private defaultText: number | undefined;
  private defaulted: readonly (readonly [name: string, node: StructuralNode])[] | undefined;

  constructor(
    readonly schema: JsonSchema,
    private readonly context: NodeContext,
    /** The node of the object: it has metadata, whether its schema says so or not. */
    isRoot = false,
  ) {
    this.type = textOf(schema, 'type');
    this.nullable = isSet(schema, 'nullable');
    this.preservesUnknown = extension(schema, 'preserve-unknown-fields') === true;
    this.isEmbedded = isRoot || extension(schema, 'embedded-resource') === true;
    this.isIntOrString = extension(schema, 'int-or-string') === true;
    this.listType = extension(schema, 'list-type') as SchemaNode['listType'];
    this.default = defaultOf(schema);
    this.names = schemasIn(schema, 'properties');
    const others = schema['additionalProperties'];
    this.takesOthers = others !== undefined && others !== null;
  }

  /** The declared property. */
  property(name: string): StructuralNode | undefined {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    if (!Object.hasOwn(this.names, name)) return undefined;
    const node = new StructuralNode(this.names[name]!, this.context);
    this.known.set(name, node);
    return node;
  }

  /** Schema of the values under names that are not declared; undefined also when anything is allowed. */
  get others(): StructuralNode | undefined {
    if (this.othersNode === undefined) {
      const schema = asSchema(this.schema['additionalProperties']);
      this.othersNode = schema === undefined ? null : new StructuralNode(schema, this.context);
    }
    return this.othersNode ?? undefined;
  }

  get items(): StructuralNode | undefined {
    if (this.itemsNode === undefined) {
      const schema = asSchema(this.schema['items']);
      this.itemsNode = schema === undefined ? null : new StructuralNode(schema, this.context);
    }
    return this.itemsNode ?? undefined;
  }

  /** The node of a member, declared or not. */
  member(name: string): StructuralNode | undefined {
    return this.property(name) ?? this.others;
  }

  /** Declared properties with a default, in byte order. */
  get propertiesWithDefaults(): readonly (readonly [name: string, node: StructuralNode])[] {
    return (this.defaulted ??= Object.keys(this.names)
      .filter((name) => defaultOf(this.names[name]!) !== undefined)
      .sort()
      .map((name) => [name, this.property(name)!] as const));
  }

  /** Characters of the default in JSON. */
  get defaultLength(): number {
    return (this.defaultText ??= JSON.stringify(this.default)?.length ?? 0);
  }

  get kind(): SchemaNode['kind'] {
    if (this.isIntOrString || SCALARS.has(this.type)) return 'scalar';
    if (this.type === 'array') return 'list';
    if (this.hasProperties || this.isEmbedded) return 'struct';
    if (this.takesOthers) return 'map';
    return this.preservesUnknown || this.type !== 'object' ? 'any' : 'struct';
  }

  /** Whether a configuration may have any members here, which are dropped if they are unknown. */
  get isFreeForm(): boolean {
    return !this.hasProperties && !this.takesOthers && !this.isEmbedded;
  }

  private get hasProperties(): boolean {
    for (const _name in this.names) return true;
    return false;
  }

  get format(): SchemaFormat | undefined {
    return this.isIntOrString ? 'int-or-string' : undefined;
  }

  get scalarType(): SchemaNode['scalarType'] {
    return SCALARS.has(this.type) ? (this.type as SchemaNode['scalarType']) : undefined;
  }

  get typeName(): string {
    return this.type === '' ? 'interface {}' : this.type;
  }

  field(name: string): SchemaNode | undefined {
    if (this.isEmbedded && isMetaField(name)) return name === 'metadata' ? this.context.metadata : TEXT;
    return this.member(name);
  }

  get listMapKeys(): readonly string[] {
    return textsOf(extension(this.schema, 'list-map-keys'));
  }

  get mapType(): 'atomic' | 'granular' {
    return extension(this.schema, 'map-type') === 'atomic' ? 'atomic' : 'granular';
  }

  readonly patchStrategy = undefined;
  readonly patchMergeKey = undefined;
  readonly emptyIsAbsent = false;
}

/** `apiVersion` and `kind`. */
const TEXT: SchemaNode = {
  kind: 'scalar',
  format: undefined,
  typeName: 'string',
  scalarType: 'string',
  field: () => undefined,
  items: undefined,
  listType: undefined,
  listMapKeys: [],
  mapType: 'granular',
  patchStrategy: undefined,
  patchMergeKey: undefined,
  default: undefined,
  emptyIsAbsent: false,
};
