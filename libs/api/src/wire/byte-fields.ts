import { isPlainObject, type PlainObject, type SchemaDefinitions, type StructuralSchema } from '@orch/apimachinery';
import type { ResourceDefinition } from '../definition/resource-definition.js';

/** Every item of a list, or every value of a map. */
const EACH = Symbol('each');
type Step = string | typeof EACH;
type Path = readonly Step[];

const pathsOfKinds = new WeakMap<ResourceDefinition, readonly Path[]>();

/**
 * Replaces the base64 text of each bytes field of an object by its bytes, for formats that have bytes.
 * @param object as decoded from JSON, which is changed.
 */
export function setBytes<T extends object>(definition: ResourceDefinition, object: T): T {
  let paths = pathsOfKinds.get(definition);
  if (!paths) pathsOfKinds.set(definition, (paths = bytePaths(definition)));
  for (const path of paths) setAt(object, path, 0);
  return object;
}

function bytePaths({ schemaName, definitions }: ResourceDefinition): readonly Path[] {
  const found: Path[] = [];
  collect({ ref: schemaName }, [], new Set());
  return found;

  /** @param open names of the enclosing schemas, which may be recursive. */
  function collect(schema: StructuralSchema, path: Path, open: ReadonlySet<string>): void {
    const { ref } = schema;
    if (ref !== undefined) {
      if (!open.has(ref)) collect(resolved(definitions, ref), path, new Set(open).add(ref));
      return;
    }
    if (schema.format === 'byte') found.push(path);
    const { properties = {}, items, additionalProperties } = schema;
    for (const name of Object.keys(properties)) collect(properties[name]!, [...path, name], open);
    for (const each of [items, additionalProperties]) if (each) collect(each, [...path, EACH], open);
  }
}

function resolved(definitions: SchemaDefinitions, ref: string): StructuralSchema {
  const schema = definitions.get(ref);
  if (!schema) throw new TypeError(`schema ${ref} is not defined`);
  return schema;
}

function setAt(parent: unknown, path: Path, at: number): void {
  if (Array.isArray(parent)) {
    for (const index of parent.keys()) setMember(parent as unknown as PlainObject, index, path, at);
  } else if (isPlainObject(parent)) {
    const step = path[at]!;
    const names = step === EACH ? Object.keys(parent) : Object.hasOwn(parent, step) ? [step] : [];
    for (const name of names) setMember(parent, name, path, at);
  }
}

function setMember(parent: PlainObject, name: string | number, path: Path, at: number): void {
  const value = parent[name];
  if (at + 1 < path.length) setAt(value, path, at + 1);
  else if (typeof value === 'string') parent[name] = Buffer.from(value, 'base64');
}
