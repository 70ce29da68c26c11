import { missingRules } from './missing-rules.js';
import type { PolicyRule } from './policy-rule.js';
import { sameSubject, type RightsObject, type Subject } from './rights-object.js';

export interface ReconcileWish {
  /** Rules of the object that the file does not have are taken away. */
  readonly removeExtraPermissions: boolean;
  readonly removeExtraSubjects: boolean;
  /** Annotation that, set to `false`, keeps an object from being changed. */
  readonly protection: string;
}

/** What is to be done to make an object give at least what the file says. */
export interface ReconcilePlan {
  /** `recreate`: a binding of another role, which nobody can turn into one of this. */
  readonly action: 'none' | 'create' | 'update' | 'recreate' | 'protected';
  /** The object as it shall stand. */
  readonly object: RightsObject;
  readonly added: Changes;
  /** What the object has beyond the file. */
  readonly extra: Changes;
}

interface Changes {
  readonly rules: readonly PolicyRule[];
  readonly subjects: readonly Subject[];
}

const NOTHING: Changes = { rules: [], subjects: [] };

/** @param standing undefined when there is none. */
export function planReconcile(
  wanted: RightsObject,
  standing: RightsObject | undefined,
  wish: ReconcileWish,
): ReconcilePlan {
  const { rules, subjects } = wanted;
  const whole: Changes = { rules: rules ?? [], subjects: subjects ?? [] };
  if (!standing) return { action: 'create', object: wanted, added: whole, extra: NOTHING };
  if (standing.metadata.annotations?.[wish.protection] === 'false') {
    return { action: 'protected', object: standing, added: NOTHING, extra: NOTHING };
  }
  if (standing.roleRef?.kind !== wanted.roleRef?.kind || standing.roleRef?.name !== wanted.roleRef?.name) {
    return { action: 'recreate', object: wanted, added: whole, extra: NOTHING };
  }
  return wanted.roleRef ? bindingPlan(wanted, standing, wish) : rolePlan(wanted, standing, wish);
}

function rolePlan(wanted: RightsObject, standing: RightsObject, wish: ReconcileWish): ReconcilePlan {
  const marks = marksOf(wanted, standing);
  if (wanted.aggregationRule) {
    // Whoever gathers the rules writes them; only what is gathered is ours.
    const there = standing.aggregationRule?.clusterRoleSelectors ?? [];
    const own = wanted.aggregationRule.clusterRoleSelectors ?? [];
    const selectors = wish.removeExtraPermissions ? own : [...there, ...own.filter((one) => !holds(there, one))];
    const unchanged = selectors.length === there.length && selectors.every((one) => holds(there, one));
    return {
      action: unchanged && !marks.changed ? 'none' : 'update',
      object: { ...standing, metadata: marks.metadata, aggregationRule: { clusterRoleSelectors: selectors } },
      added: NOTHING,
      extra: NOTHING,
    };
  }
  const added = missingRules(standing.rules ?? [], wanted.rules ?? []);
  const extra = missingRules(wanted.rules ?? [], standing.rules ?? []);
  const removes = wish.removeExtraPermissions && extra.length > 0;
  const rules = removes ? (wanted.rules ?? []) : [...(standing.rules ?? []), ...added];
  return {
    action: added.length > 0 || removes || marks.changed ? 'update' : 'none',
    object: { ...standing, metadata: marks.metadata, rules },
    added: { rules: added, subjects: [] },
    extra: { rules: extra, subjects: [] },
  };
}

function bindingPlan(wanted: RightsObject, standing: RightsObject, wish: ReconcileWish): ReconcilePlan {
  const marks = marksOf(wanted, standing);
  const there = standing.subjects ?? [];
  const own = wanted.subjects ?? [];
  const added = without(own, there);
  const extra = without(there, own);
  const removes = wish.removeExtraSubjects && extra.length > 0;
  return {
    action: added.length > 0 || removes || marks.changed ? 'update' : 'none',
    object: { ...standing, metadata: marks.metadata, subjects: removes ? own : [...there, ...added] },
    added: { rules: [], subjects: added },
    extra: { rules: [], subjects: extra },
  };
}

/** Labels and annotations of the file stand beside those of the object, and win. */
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
