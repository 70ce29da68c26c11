import { setOwn, isPlainObject, type PlainObject } from '../schema/plain-object.js';
import type { CompiledSchema, SchemaNode } from '../schema/structural-schema.js';
import { ApiError } from '../status/api-error.js';
import { faultText } from './configuration-faults.js';
import { hasOwnedItems, itemError, itemElement } from './list-items.js';
import { showElement } from './path-element.js';

/**
 * The configuration to apply: exactly the fields that were sent, with scalars in canonical form, so that `1000m` does not
 * change a live `1`.
 * @param subject name of the object in errors: `t1/x; v1, Kind=ConfigMap`.
 * @throws ApiError BadRequest for fields not in the schema (C-117), wrong types, and duplicate items or items without keys.
 */
export function readConfiguration(sent: PlainObject, schema: CompiledSchema, subject: string): PlainObject {
  const report = { unknownFields: [] as string[], duplicateFields: [] as string[] };
  const decoded = schema.decodeConfiguration?.(sent, report) ?? schema.decode(sent, report);
  const errors = report.unknownFields.map((field) => `.${field}: field not declared in schema`);
  findRepeats(sent, schema.root, '', errors);
  if (errors.length > 0) {
    throw ApiError.badRequest(`failed to create typed patch object (${subject}): ${faultText(errors)}`);
  }
  return canonicalScalars(sent, decoded) as PlainObject;
}

/** `sent` with the scalars of `decoded` where both have one. */
function canonicalScalars(sent: unknown, decoded: unknown): unknown {
  if (Array.isArray(sent)) {
    return Array.isArray(decoded) ? sent.map((item, i) => canonicalScalars(item, decoded[i])) : sent;
  }
  if (isPlainObject(sent)) {
    if (!isPlainObject(decoded)) return sent;
    const out: PlainObject = {};
    for (const name of Object.keys(sent)) {
      setOwn(out, name, canonicalScalars(sent[name], Object.hasOwn(decoded, name) ? decoded[name] : undefined));
    }
    return out;
  }
  // Absent in the canonical form: null or a zero value; in a configuration the applier sets it explicitly.
  return sent === null || decoded === undefined ? sent : decoded;
}

/** Collects items that are duplicates or lack a key. Live objects may have them, configurations may not. */
function findRepeats(value: unknown, node: SchemaNode | undefined, path: string, errors: string[]): void {
  if (Array.isArray(value)) {
    if (hasOwnedItems(node)) findRepeatedItems(value, node!, path, errors);
    else value.forEach((item, i) => findRepeats(item, node?.items, `${path}[${i}]`, errors));
  } else if (isPlainObject(value) && node !== undefined) {
    for (const name of Object.keys(value)) findRepeats(value[name], node.field(name), `${path}.${name}`, errors);
  }
}

function findRepeatedItems(items: readonly unknown[], list: SchemaNode, path: string, errors: string[]): void {
  const seen = new Set<string>();
  items.forEach((item, i) => {
    const error = itemError(list, item);
    if (error !== undefined) {
      errors.push(`${path}: element ${i}: ${error}`);
      return;
    }
    const element = itemElement(list, item);
    if (seen.has(element)) errors.push(`${path}: duplicate entries for key ${showElement(element)}`);
    seen.add(element);
    findRepeats(item, list.items, path + showElement(element), errors);
  });
}
