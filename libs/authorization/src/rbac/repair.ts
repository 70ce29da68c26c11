import type { PolicyRule, RoleRef, Subject } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { missingRules } from './rule-coverage.js';

/** The reconciled fields of roles and bindings. */
interface Parts {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: unknown;
  readonly roleRef?: RoleRef;
  readonly subjects?: readonly Subject[];
}

/**
 * The existing role with missing rules, selectors, labels and annotations of `wanted`. Removes nothing. Returns the same object when nothing
 * is missing. Rules of an aggregated role are left to the aggregation controller. Source: D-090.
 */
export function repairedRole(existing: ApiObject, wanted: ApiObject): ApiObject {
  const { rules, aggregationRule } = existing as ApiObject & Parts;
  const { rules: ownRules, aggregationRule: ownAggregation } = wanted as ApiObject & Parts;
  const missing = ownAggregation ? [] : missingRules(rules ?? [], ownRules ?? []);
  const gathers = ownAggregation ? withSelectors(aggregationRule, ownAggregation) : aggregationRule;
  const metadata = withMarks(existing, wanted);
  if (missing.length === 0 && gathers === aggregationRule && metadata === existing.metadata) return existing;
  return {
    ...existing,
    metadata,
    ...(missing.length === 0 ? {} : { rules: [...(rules ?? []), ...missing] }),
    ...(gathers === aggregationRule ? {} : { aggregationRule: gathers }),
  };
}

/** The existing binding with missing subjects; undefined when it refers to another role. */
export function repairedBinding(existing: ApiObject, wanted: ApiObject): ApiObject | undefined {
  const { roleRef, subjects = [] } = existing as ApiObject & Parts;
  const { roleRef: ownRole, subjects: own = [] } = wanted as ApiObject & Parts;
  if (roleRef?.kind !== ownRole?.kind || roleRef?.name !== ownRole?.name) return undefined;
  const missing = own.filter((subject) => !subjects.some((there) => sameSubject(there, subject)));
  const metadata = withMarks(existing, wanted);
  if (missing.length === 0 && metadata === existing.metadata) return existing;
  return { ...existing, metadata, ...(missing.length === 0 ? {} : { subjects: [...subjects, ...missing] }) };
}

/**
 * The binding to create in place of an absent one, whose rights were once part of another binding, `source`: with the subjects of this, its
 * labels and annotations. An administrator who narrowed them is obeyed, where the source is not reconciled.
 * @param stop name of the annotation that stops the reconciliation with `"false"`.
 */
export function splitBinding(source: ApiObject, wanted: ApiObject, stop: string): ApiObject {
  const { labels = {}, annotations = {} } = source.metadata;
  const { subjects = [] } = source as ApiObject & Parts;
  const split = { ...wanted, metadata: { ...wanted.metadata, labels, annotations }, subjects };
  return annotations[stop] === 'false' ? split : repairedBinding(split, wanted)!;
}

const sameSubject = (a: Subject, b: Subject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '');

function withSelectors(existing: unknown, wanted: unknown): unknown {
  const selectorsOf = (of: unknown): readonly unknown[] =>
    (of as { readonly clusterRoleSelectors?: readonly unknown[] } | undefined)?.clusterRoleSelectors ?? [];
  const there = selectorsOf(existing);
  const texts = new Set(there.map((selector) => JSON.stringify(selector)));
  const missing = selectorsOf(wanted).filter((selector) => !texts.has(JSON.stringify(selector)));
  return missing.length === 0 ? existing : { clusterRoleSelectors: [...there, ...missing] };
}

/** Adds missing labels and annotations; keeps different values, which a user has set. */
function withMarks({ metadata }: ApiObject, wanted: ApiObject): ApiObject['metadata'] {
  const { labels, annotations } = wanted.metadata;
  const lacks = (own: object = {}, there: object = {}) => Object.keys(own).some((key) => !Object.hasOwn(there, key));
  if (!lacks(labels, metadata.labels) && !lacks(annotations, metadata.annotations)) return metadata;
  return {
    ...metadata,
    labels: { ...labels, ...metadata.labels },
    annotations: { ...annotations, ...metadata.annotations },
  };
}
