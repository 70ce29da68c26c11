import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { firstTexts } from '../status/bounded-texts.js';
import { hasOwnedItems, itemElement, itemError } from './list-items.js';
import { showElement } from './path-element.js';

/** Scalars with several JSON types. */
const UNTYPED: ReadonlySet<string | undefined> = new Set(['quantity', 'int-or-string']);
const NUMERIC: ReadonlySet<unknown> = new Set(['integer', 'number']);

/**
 * Why a configuration does not fit a schema, as kube-apiserver words it: undeclared fields, other types, duplicate items and items without
 * keys. Empty: it fits.
 */
export function configurationFaults(config: unknown, node: SchemaNode): readonly string[] {
  const faults: string[] = [];
  walk(config, node, '', faults);
  return faults;
}

/** One text for several faults, as kube-apiserver joins them: of the first ones, as many as a message holds. */
export const faultText = (faults: readonly string[]): string =>
  faults.length === 1 ? faults[0]! : `errors:\n${firstTexts(faults, (text) => `  ${text}`).join('\n')}`;

function walk(value: unknown, node: SchemaNode | undefined, path: string, faults: string[]): void {
  if (node === undefined || node.format === 'raw') return;
  switch (node.kind) {
    case 'struct':
    case 'map':
      return walkFields(value, node, path, faults);
    case 'list':
      return walkItems(value, node, path, faults);
    case 'scalar': {
      const expected = expectedScalar(value, node);
      if (expected !== undefined)
        faults.push(`${path}: expected ${expected}, got &value.valueUnstructured{Value:${shown(value)}}`);
    }
  }
}

function walkFields(value: unknown, node: SchemaNode, path: string, faults: string[]): void {
  if (value === null) return;
  if (!isPlainObject(value)) {
    faults.push(`${path}: expected map, got &{${plain(value)}}`);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const field = node.field(name);
    const at = `${path}.${name}`;
    if (node.kind === 'struct' && field === undefined) faults.push(`${at}: field not declared in schema`);
    else walk(member, field, at, faults);
  }
}

function walkItems(value: unknown, list: SchemaNode, path: string, faults: string[]): void {
  if (value === null) return;
  if (!Array.isArray(value)) {
    faults.push(`${path}: expected list, got &{${plain(value)}}`);
    return;
  }
  const owned = hasOwnedItems(list);
  const seen = new Set<string>();
  for (const [index, item] of value.entries()) {
    const error = owned ? itemError(list, item) : undefined;
    if (error !== undefined) {
      faults.push(`${path}: element ${index}: ${error}`);
      continue;
    }
    const element = owned ? itemElement(list, item) : undefined;
    if (element !== undefined && seen.has(element))
      faults.push(`${path}: duplicate entries for key ${showElement(element)}`);
    if (element !== undefined) seen.add(element);
    walk(item, list.items, `${path}${element === undefined ? `[${index}]` : showElement(element)}`, faults);
  }
}

/** The type that a scalar should have; undefined: it has it. */
function expectedScalar(value: unknown, { scalarType, format }: SchemaNode): string | undefined {
  if (value === null) return undefined;
  if (UNTYPED.has(format) || scalarType === undefined) return typeof value === 'object' ? 'scalar' : undefined;
  if (NUMERIC.has(scalarType)) return typeof value === 'number' ? undefined : 'numeric (int or float)';
  return typeof value === scalarType ? undefined : scalarType;
}

/** As `fmt` prints it. */
const plain = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(plain).join(' ')}]`;
  if (!isPlainObject(value)) return String(value);
  return `map[${Object.keys(value)
    .sort()
    .map((key) => `${key}:${plain(value[key])}`)
    .join(' ')}]`;
};

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return '[]interface {}{...}';
  return typeof value === 'object' ? 'map[string]interface {}{...}' : JSON.stringify(value);
};
