import { compileSchema } from '../schema/compile-schema.js';
import type { PlainObject } from '../schema/plain-object.js';
import type { CompiledSchema, StructuralSchema } from '../schema/structural-schema.js';
import type { NamedVersions } from './apply-conflict.js';
import { applyConfiguration } from './apply-configuration.js';
import type { FieldOwner, FieldWriter, KindVersions } from './field-owner.js';
import { LEAF, type FieldSet } from './field-set.js';
import { ownersAfterUpdate } from './own-update.js';
import { readConfiguration } from './read-configuration.js';

const text: StructuralSchema = { type: 'string' };
const number: StructuralSchema = { type: 'integer', format: 'int32' };
const struct = (properties: Record<string, StructuralSchema>, more: StructuralSchema = {}): StructuralSchema => ({
  type: 'object',
  properties,
  ...more,
});
const list = (items: StructuralSchema, more: StructuralSchema = {}): StructuralSchema => ({
  type: 'array',
  items,
  ...more,
});
const map = (values: StructuralSchema, more: StructuralSchema = {}): StructuralSchema => ({
  type: 'object',
  additionalProperties: values,
  ...more,
});

const port = struct({
  containerPort: number,
  protocol: { type: 'string', default: 'TCP' },
  name: text,
});
const item = struct({
  name: text,
  value: text,
  size: { type: 'string', format: 'quantity' },
  ports: list(port, { listType: 'map', listMapKeys: ['containerPort', 'protocol'] }),
  tags: list(text, { listType: 'set' }),
});

/** Fields with every ownership shape. */
export const THING_FIELDS: Record<string, StructuralSchema> = {
  number,
  text,
  flag: { type: 'boolean' },
  struct: struct({ number, text, inner: struct({ text }) }),
  atomicStruct: struct({ number, text }, { mapType: 'atomic' }),
  map: map(text),
  atomicMap: map(text, { mapType: 'atomic' }),
  mapOfStructs: map(struct({ text, number })),
  list: list(text),
  atomicList: list(struct({ name: text }), { listType: 'atomic' }),
  set: list(text, { listType: 'set' }),
  numbers: list(number, { listType: 'set' }),
  items: list(item, { listType: 'map', listMapKeys: ['name'] }),
  merged: list(item, { patchStrategy: 'merge', patchMergeKey: 'name' }),
  quantity: { type: 'string', format: 'quantity' },
  any: { preserveUnknownFields: true },
  raw: { format: 'raw' },
};

/** A schema whose objects have `metadata` and the fields given. */
export function schemaOf(fields: Record<string, StructuralSchema> = THING_FIELDS): CompiledSchema {
  const metadata = struct({
    name: text,
    uid: text,
    resourceVersion: text,
    generation: number,
    labels: map(text),
    annotations: map(text),
    finalizers: list(text, { listType: 'set' }),
  });
  return compileSchema(
    'Thing',
    new Map([['Thing', struct({ kind: text, apiVersion: text, metadata, ...fields }, { embeddedResource: true })]]),
  );
}

export const THING = schemaOf();

/** A kind with a single version. */
export const oneVersion = (schema: CompiledSchema): KindVersions => ({
  schema: (apiVersion) => (apiVersion === 'v1' ? schema.root : undefined),
  convert: (object) => object,
});

export interface WriteAs {
  readonly apiVersion?: string;
  readonly subresource?: string;
  readonly unreachable?: FieldSet;
  readonly force?: boolean;
  /** Fields of other managers that may be changed without force. */
  readonly allowed?: FieldSet;
  /** Default: all. */
  readonly conflictsNameVersionOf?: NamedVersions;
}

/** An object and its owners, written by several managers in turn. Each write is one second after the last. */
export class StoredObject {
  owners: readonly FieldOwner[] = [];
  object: PlainObject = {};
  private seconds = 0;

  constructor(
    private schema: CompiledSchema = THING,
    private versions: KindVersions = oneVersion(schema),
  ) {}

  apply(manager: string, config: PlainObject, as: WriteAs = {}): this {
    const writer = this.writer(manager, as);
    const { object, owners } = applyConfiguration({
      live: this.object,
      empty: {},
      config: readConfiguration(config, this.schema, 'test'),
      owners: this.owners,
      applier: writer,
      versions: this.versions,
      stored: (made) => this.schema.decode(made, { unknownFields: [], duplicateFields: [] }),
      force: as.force ?? false,
      conflictsNameVersionOf: as.conflictsNameVersionOf ?? 'all',
      allowed: () => as.allowed,
    });
    this.object = object as PlainObject;
    this.owners = owners;
    return this;
  }

  /** Causes of the conflict of an apply, as `manager path`. */
  conflicts(manager: string, config: PlainObject): string[] {
    try {
      this.apply(manager, config);
    } catch (error) {
      const { details } = error as { details?: { causes?: { message?: string; field?: string }[] } };
      if (details?.causes === undefined) throw error;
      return details.causes.map(({ message, field }) => `${/"(.*?)"/.exec(message!)![1]} ${field}`);
    }
    return [];
  }

  update(manager: string, object: PlainObject, as: WriteAs = {}): this {
    this.owners = ownersAfterUpdate({
      before: this.object,
      after: object,
      owners: this.owners,
      writer: this.writer(manager, as),
      versions: this.versions,
    });
    this.object = object;
    return this;
  }

  /** Fields of one owner; undefined when it has none. */
  fieldsOf(manager: string, operation = 'Apply'): FieldSet | undefined {
    return this.owners.find((o) => o.manager === manager && o.operation === operation)?.fieldsV1;
  }

  /** Replaces the schema. */
  changeSchema(schema: CompiledSchema): this {
    this.schema = schema;
    this.versions = oneVersion(schema);
    return this;
  }

  private writer(manager: string, { apiVersion = 'v1', subresource = '', unreachable = LEAF }: WriteAs): FieldWriter {
    const now = new Date(Date.UTC(2024, 0, 1, 0, 0, this.seconds++)).toISOString().replace('.000', '');
    return { manager, apiVersion, subresource, now, unreachable };
  }
}
