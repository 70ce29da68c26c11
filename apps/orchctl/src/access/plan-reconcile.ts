import { missingRules } from './missing-rules.js';
import type { PolicyRule } from './policy-rule.js';
import { sameSubject, type RightsObject, type Subject } from './rights-object.js';

export interface ReconcileWish {
  /** Removes rules of the object that the file does not have. */
  readonly removeExtraPermissions: boolean;
  readonly removeExtraSubjects: boolean;
  /** Annotation that, set to `false`, keeps an object from being changed. */
  readonly protection: string;
}

/** How to reconcile an object with the file. */
export interface ReconcilePlan {
  /** `recreate`: a binding of another role; `roleRef` is immutable. */
  readonly action: 'none' | 'create' | 'update' | 'recreate' | 'protected';
  /** The object to write. */
  readonly object: RightsObject;
  readonly added: Changes;
  /** Rules and subjects of the object that the file does not have. */
  readonly extra: Changes;
}

interface Changes {
  readonly rules: readonly PolicyRule[];
  readonly subjects: readonly Subject[];
}

const NOTHING: Changes = { rules: [], subjects: [] };

/** @param existing undefined when there is none. */
export function planReconcile(
  wanted: RightsObject,
  existing: RightsObject | undefined,
  wish: ReconcileWish,
): ReconcilePlan {
  const { rules, subjects } = wanted;
  const whole: Changes = { rules: rules ?? [], subjects: subjects ?? [] };
  if (!existing) return { action: 'create', object: wanted, added: whole, extra: NOTHING };
  if (existing.metadata.annotations?.[wish.protection] === 'false') {
    return { action: 'protected', object: existing, added: NOTHING, extra: NOTHING };
  }
  if (existing.roleRef?.kind !== wanted.roleRef?.kind || existing.roleRef?.name !== wanted.roleRef?.name) {
    return { action: 'recreate', object: wanted, added: whole, extra: NOTHING };
  }
  return wanted.roleRef ? bindingPlan(wanted, existing, wish) : rolePlan(wanted, existing, wish);
}

function rolePlan(wanted: RightsObject, existing: RightsObject, wish: ReconcileWish): ReconcilePlan {
  const marks = marksOf(wanted, existing);
  if (wanted.aggregationRule) {
    // The aggregation controller writes the rules; the file only says which roles are aggregated.
    const there = existing.aggregationRule?.clusterRoleSelectors ?? [];
    const own = wanted.aggregationRule.clusterRoleSelectors ?? [];
    const selectors = wish.removeExtraPermissions ? own : [...there, ...own.filter((one) => !holds(there, one))];
    const unchanged = selectors.length === there.length && selectors.every((one) => holds(there, one));
    return {
      action: unchanged && !marks.changed ? 'none' : 'update',
      object: { ...existing, metadata: marks.metadata, aggregationRule: { clusterRoleSelectors: selectors } },
      added: NOTHING,
      extra: NOTHING,
    };
  }
  const added = missingRules(existing.rules ?? [], wanted.rules ?? []);
  const extra = missingRules(wanted.rules ?? [], existing.rules ?? []);
  const removes = wish.removeExtraPermissions && extra.length > 0;
  const rules = removes ? (wanted.rules ?? []) : [...(existing.rules ?? []), ...added];
  return {
    action: added.length > 0 || removes || marks.changed ? 'update' : 'none',
    object: { ...existing, metadata: marks.metadata, rules },
    added: { rules: added, subjects: [] },
    extra: { rules: extra, subjects: [] },
  };
}

function bindingPlan(wanted: RightsObject, existing: RightsObject, wish: ReconcileWish): ReconcilePlan {
  const marks = marksOf(wanted, existing);
  const there = existing.subjects ?? [];
  const own = wanted.subjects ?? [];
  const added = without(own, there);
  const extra = without(there, own);
  const removes = wish.removeExtraSubjects && extra.length > 0;
  return {
    action: added.length > 0 || removes || marks.changed ? 'update' : 'none',
    object: { ...existing, metadata: marks.metadata, subjects: removes ? own : [...there, ...added] },
    added: { rules: [], subjects: added },
    extra: { rules: [], subjects: extra },
  };
}

/** Labels and annotations of the object, overwritten by those of the file. */
function marksOf(
  wanted: RightsObject,
  { metadata }: RightsObject,
): { metadata: RightsObject['metadata']; changed: boolean } {
  const { labels = {}, annotations = {} } = wanted.metadata;
  const changed =
    differs(labels as Readonly<Record<string, string>>, metadata.labels) ||
    differs(annotations as Readonly<Record<string, string>>, metadata.annotations);
  if (!changed) return { metadata, changed };
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...labels },
      annotations: { ...metadata.annotations, ...annotations },
    },
    changed,
  };
}

const differs = (wanted: Readonly<Record<string, string>>, there: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(wanted).some(([key, value]) => there[key] !== value);

const without = (subjects: readonly Subject[], others: readonly Subject[]): readonly Subject[] =>
  subjects.filter((subject) => !others.some((other) => sameSubject(other, subject)));

const holds = (selectors: readonly unknown[], wanted: unknown): boolean =>
  selectors.some((selector) => JSON.stringify(selector) === JSON.stringify(wanted));
