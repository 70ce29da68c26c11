import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { FieldSet, ManagedFields } from '../../api/object';

/** Managed fields by line, the first line of the text first; none for lines that no manager has set. */
export type LineOwners = readonly (readonly ManagedFields[])[];

interface Owned {
  readonly entry: ManagedFields;
  readonly set: FieldSet;
}

/** Which managers own the field on each line of the YAML of an object; empty when the text is not YAML. */
export function lineOwners(text: string, managedFields: readonly ManagedFields[]): LineOwners {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) return [];
  const owners = Array.from({ length: lines.lineStarts.length }, () => new Set<ManagedFields>());
  const mark = (from: number, to: number, entry: ManagedFields): void => {
    const last = lines.linePos(Math.max(from, to)).line;
    for (let line = lines.linePos(from).line; line <= last; line++) owners[line - 1]?.add(entry);
  };
  const whole = managedFields.map((entry) => ({ entry, set: entry.fieldsV1 ?? {} }));
  walk(document.contents, whole, mark);
  return owners.map((entries) => [...entries]);
}

type Mark = (from: number, to: number, entry: ManagedFields) => void;

function walk(node: unknown, owned: readonly Owned[], mark: Mark): void {
  if (owned.length === 0) return;
  if (isMap(node)) for (const pair of (node as YAMLMap<Node, Node | null>).items) field(pair, owned, mark);
  if (isSeq(node)) for (const item of (node as YAMLSeq<Node>).items) element(item, owned, mark);
}

function field({ key, value }: Pair<Node, Node | null>, owned: readonly Owned[], mark: Mark): void {
  if (!isScalar(key)) return;
  const below = inSets(owned, `f:${String(key.value)}`);
  const start = key.range?.[0] ?? 0;
  for (const { entry, set } of below) {
    // A set that is empty owns all that is below the field.
    if (Object.keys(set).length === 0) mark(start, endOf(value, start), entry);
    else if ('.' in set) mark(start, start, entry);
  }
  walk(value, below, mark);
}

function element(item: Node, owned: readonly Owned[], mark: Mark): void {
  const start = item.range?.[0] ?? 0;
  const value: unknown = item.toJSON();
  const below = owned.flatMap(({ entry, set }) =>
    Object.entries(set)
      .filter(([name]) => names(name, value))
      .map(([, inner]) => ({ entry, set: inner })),
  );
  for (const { entry, set } of below) {
    if (Object.keys(set).length === 0) mark(start, endOf(item, start), entry);
    else if ('.' in set) mark(start, start, entry);
  }
  walk(item, below, mark);
}

const inSets = (owned: readonly Owned[], name: string): Owned[] =>
  owned.flatMap(({ entry, set }) => {
    const inner = Object.hasOwn(set, name) ? set[name] : undefined;
    return inner === undefined ? [] : [{ entry, set: inner }];
  });

/** Whether a path element names an item of a list: `k:{"name":"a"}` by its keys, `v:"a"` by its value. */
function names(element: string, item: unknown): boolean {
  if (!element.startsWith('k:') && !element.startsWith('v:')) return false;
  let wanted: unknown;
  try {
    wanted = JSON.parse(element.slice(2));
  } catch {
    return false;
  }
  if (element.startsWith('v:')) return wanted === item;
  if (typeof wanted !== 'object' || wanted === null || typeof item !== 'object' || item === null) return false;
  return Object.entries(wanted).every(([key, value]) => (item as Record<string, unknown>)[key] === value);
}

/** The last character of a value, without what follows it. */
function endOf(value: Node | null, start: number): number {
  return (value?.range?.[1] ?? start + 1) - 1;
}
