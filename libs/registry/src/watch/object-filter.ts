import type { FieldSelector, LabelSelector } from '@orch/apimachinery';
import type { Entry } from '../cache/entry.js';
import { objectKey, splitObjectKey } from '../keys/storage-keys.js';
import type { VisibilityFilter } from './visibility-filter.js';

/** Which objects of a resource a list or a watch is about. */
export interface ObjectSelection {
  /** Undefined: all namespaces. Empty for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  /** Undefined: any. */
  readonly name: string | undefined;
  /** Undefined where it selects everything. */
  readonly labels: LabelSelector | undefined;
  /** Without `metadata.name` and `metadata.namespace` equality, which are in the members above. */
  readonly fields: FieldSelector | undefined;
  /** Absent: everything is shown. */
  readonly visibility?: VisibilityFilter | undefined;
}

/** Needs to look inside an object. */
export const hasSelectors = (selection: ObjectSelection): boolean =>
  selection.labels !== undefined || selection.fields !== undefined;

/** Selections with the same text select the same objects: watchers that share it share the work. Sights are not in it. */
export const selectionText = (s: ObjectSelection): string =>
  JSON.stringify([s.namespace ?? null, s.name ?? null, s.labels?.toString() ?? '', s.fields?.toString() ?? '']);

/** By namespace and name alone. */
export const inScope = (selection: ObjectSelection, key: string): boolean =>
  inPlace(selection, key) && (selection.visibility === undefined || isSeen(selection.visibility, key));

function isSeen(visibility: VisibilityFilter, key: string): boolean {
  const { namespace, name } = splitObjectKey(key);
  return visibility.includes(namespace, name);
}

function inPlace({ namespace, name }: ObjectSelection, key: string): boolean {
  if (namespace === undefined) return name === undefined || key.endsWith(`\0${name}`);
  if (name !== undefined)
    return key.length === namespace.length + 1 + name.length && key === objectKey(namespace, name);
  return key.charCodeAt(namespace.length) === 0 && key.startsWith(namespace);
}

/** The selectors only: for entries already found by namespace and name. */
export function selectsContent(selection: ObjectSelection, entry: Entry): boolean {
  if (selection.labels === undefined && selection.fields === undefined) return true;
  const facts = entry.selectorFacts;
  if (selection.labels && !selection.labels.matches(facts.labels)) return false;
  if (!selection.fields) return true;
  return selection.fields.matches((field) => {
    if (field === 'metadata.name') return splitObjectKey(entry.key).name;
    if (field === 'metadata.namespace') return splitObjectKey(entry.key).namespace;
    return facts.fields[field] ?? '';
  });
}
