import type { FieldSelector, LabelSelector } from '@orch/apimachinery';
import type { Entry, SelectorFacts } from '../cache/entry.js';
import { objectKey, splitObjectKey } from '../keys/storage-keys.js';
import type { VisibilityFilter } from './visibility-filter.js';

/** Objects of a resource that a list or a watch selects. */
export interface ObjectSelection {
  /** Undefined: all namespaces. Empty for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  /** Undefined: any. */
  readonly name: string | undefined;
  /** Undefined: everything. */
  readonly labels: LabelSelector | undefined;
  /** Without equality of `metadata.name` and `metadata.namespace`, which are in the members above. */
  readonly fields: FieldSelector | undefined;
  /** Absent: everything is visible. */
  readonly visibility?: VisibilityFilter | undefined;
}

/** Whether matching needs the content of an object. */
export const hasSelectors = (selection: ObjectSelection): boolean =>
  selection.labels !== undefined || selection.fields !== undefined;

/** Selector requirements evaluated in one step: about a millisecond of work. */
const REQUIREMENTS_PER_STEP = 20_000;

/** Number of label and field requirements. */
export const requirementsOf = ({ labels, fields }: ObjectSelection): number =>
  (labels?.requirements.length ?? 0) + (fields?.requirements.length ?? 0);

/** Entries to match before other work gets the event loop: fewer for selectors with many requirements. */
export const entriesPerStep = (selection: ObjectSelection, most: number): number =>
  Math.min(most, Math.ceil(REQUIREMENTS_PER_STEP / Math.max(1, requirementsOf(selection))));

/** Selections with the same text select the same objects: watchers with the same text share a group. Visibility is not part of it. */
export const selectionText = (s: ObjectSelection): string =>
  JSON.stringify([s.namespace ?? null, s.name ?? null, s.labels?.toString() ?? '', s.fields?.toString() ?? '']);

/** Matches namespace, name and visibility. */
export const inScope = (selection: ObjectSelection, key: string): boolean =>
  inPlace(selection, key) && (selection.visibility === undefined || isVisible(selection.visibility, key));

function isVisible(visibility: VisibilityFilter, key: string): boolean {
  const { namespace, name } = splitObjectKey(key);
  return visibility.includes(namespace, name);
}

function inPlace({ namespace, name }: ObjectSelection, key: string): boolean {
  if (namespace === undefined) return name === undefined || key.endsWith(`\0${name}`);
  if (name !== undefined)
    return key.length === namespace.length + 1 + name.length && key === objectKey(namespace, name);
  return key.charCodeAt(namespace.length) === 0 && key.startsWith(namespace);
}

/** Matches the selectors only: for entries already found by namespace and name. */
export function selectsContent(selection: ObjectSelection, entry: Entry): boolean {
  if (selection.labels === undefined && selection.fields === undefined) return true;
  const facts = entry.selectorFacts;
  if (selection.labels && !matchesLabels(selection.labels, facts)) return false;
  return !selection.fields || selection.fields.matches((field) => entry.fieldValue(field));
}

const matchesLabels = (selector: LabelSelector, facts: SelectorFacts): boolean =>
  facts.labelOf ? selector.matchesValues(facts.labelOf) : selector.matches(facts.labels);

/** A value that a field of every selected object has. */
export interface Equality {
  readonly field: string;
  readonly value: string;
}

const NO_EQUALITIES: readonly Equality[] = [];

/** The values of fields by which objects of the selection are found, in addition to namespace and name in one. */
export function equalitiesOf({ namespace, name, fields }: ObjectSelection): readonly Equality[] {
  if (name !== undefined) return namespace === undefined ? [{ field: 'metadata.name', value: name }] : NO_EQUALITIES;
  if (!fields) return NO_EQUALITIES;
  return fields.requirements.filter(({ field, operator }) => operator === '=' && field !== 'metadata.namespace');
}
