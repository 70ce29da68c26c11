import type { PolicyRule, RoleRef, Subject } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { missingRules } from './rule-coverage.js';

/** The parts of roles and bindings that are repaired. */
interface Parts {
  readonly rules?: readonly PolicyRule[];
  readonly aggregationRule?: unknown;
  readonly roleRef?: RoleRef;
  readonly subjects?: readonly Subject[];
}

/**
 * A role as it stands, with what is missing of `wanted`: rights, selectors, labels and annotations. Nothing is taken away. The same
 * object when nothing is missing. Rules of a role that gathers others are left to who gathers them. Source: D-090.
 */
export function repairedRole(standing: ApiObject, wanted: ApiObject): ApiObject {
  const { rules = [], aggregationRule } = standing as ApiObject & Parts;
  const { rules: ownRules = [], aggregationRule: ownAggregation } = wanted as ApiObject & Parts;
  const missing = ownAggregation ? [] : missingRules(rules, ownRules);
  const gathers = ownAggregation ? withSelectors(aggregationRule, ownAggregation) : aggregationRule;
  const metadata = withMarks(standing, wanted);
  if (missing.length === 0 && gathers === aggregationRule && metadata === standing.metadata) return standing;
  return {
    ...standing,
    metadata,
    ...(missing.length === 0 ? {} : { rules: [...rules, ...missing] }),
    ...(gathers === aggregationRule ? {} : { aggregationRule: gathers }),
  };
}

/** A binding as it stands, with the subjects that are missing; undefined when it is one of another role. */
export function repairedBinding(standing: ApiObject, wanted: ApiObject): ApiObject | undefined {
  const { roleRef, subjects = [] } = standing as ApiObject & Parts;
  const { roleRef: ownRole, subjects: own = [] } = wanted as ApiObject & Parts;
  if (roleRef?.kind !== ownRole?.kind || roleRef?.name !== ownRole?.name) return undefined;
  const missing = own.filter((subject) => !subjects.some((there) => sameSubject(there, subject)));
  const metadata = withMarks(standing, wanted);
  if (missing.length === 0 && metadata === standing.metadata) return standing;
  return { ...standing, metadata, ...(missing.length === 0 ? {} : { subjects: [...subjects, ...missing] }) };
}

const sameSubject = (a: Subject, b: Subject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '');

function withSelectors(standing: unknown, wanted: unknown): unknown {
  const selectorsOf = (of: unknown): readonly unknown[] =>
    (of as { readonly clusterRoleSelectors?: readonly unknown[] } | undefined)?.clusterRoleSelectors ?? [];
  const there = selectorsOf(standing);
  const texts = new Set(there.map((selector) => JSON.stringify(selector)));
  const missing = selectorsOf(wanted).filter((selector) => !texts.has(JSON.stringify(selector)));
  return missing.length === 0 ? standing : { clusterRoleSelectors: [...there, ...missing] };
}

/** Labels and annotations that are missing are put back; values that differ are somebody's will. */
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
