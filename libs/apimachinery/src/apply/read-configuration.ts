import { setOwn, isPlainObject, type PlainObject } from '../schema/plain-object.js';
import type { CompiledSchema, SchemaNode } from '../schema/structural-schema.js';
import { ApiError } from '../status/api-error.js';
import { hasOwnedItems, itemComplaint, itemElement } from './list-items.js';
import { showElement } from './path-element.js';

/**
 * A configuration as it is applied: what was sent, no more and no less, with scalars in canonical form, so that `1000m` is no
 * change where `1` stands.
 * @param subject how errors name the object: `t1/x; v1, Kind=ConfigMap`.
 * @throws ApiError BadRequest for fields the schema does not have (C-117), wrong types, and items that cannot be told apart.
 */
export function readConfiguration(sent: PlainObject, schema: CompiledSchema, subject: string): PlainObject {
  const report = { unknownFields: [] as string[], duplicateFields: [] as string[] };
  const decoded = schema.decode(sent, report);
  const complaints = report.unknownFields.map((field) => `.${field}: field not declared in schema`);
  findRepeats(sent, schema.root, '', complaints);
  if (complaints.length > 0) {
    const list =
      complaints.length === 1 ? complaints[0]! : `errors:\n${complaints.map((text) => `  ${text}`).join('\n')}`;
    throw ApiError.badRequest(`failed to create typed patch object (${subject}): ${list}`);
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
  // Absent in the canonical form: null, or a zero that says nothing there; here it says that the applier wants it so.
  return sent === null || decoded === undefined ? sent : decoded;
}

/** What stands cannot be refused any more, what is applied can: each item once, with its keys. */
function findRepeats(value: unknown, node: SchemaNode | undefined, path: string, complaints: string[]): void {
  if (Array.isArray(value)) {
    if (hasOwnedItems(node)) findRepeatedItems(value, node!, path, complaints);
    else value.forEach((item, i) => findRepeats(item, node?.items, `${path}[${i}]`, complaints));
  } else if (isPlainObject(value) && node !== undefined) {
    for (const name of Object.keys(value)) findRepeats(value[name], node.field(name), `${path}.${name}`, complaints);
  }
}

function findRepeatedItems(items: readonly unknown[], list: SchemaNode, path: string, complaints: string[]): void {
  const seen = new Set<string>();
  items.forEach((item, i) => {
    const complaint = itemComplaint(list, item);
    if (complaint !== undefined) {
      complaints.push(`${path}: element ${i}: ${complaint}`);
      return;
    }
    const element = itemElement(list, item);
    if (seen.has(element)) complaints.push(`${path}: duplicate entries for key ${showElement(element)}`);
    seen.add(element);
    findRepeats(item, list.items, path + showElement(element), complaints);
  });
}
