import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Highest estimated cost of a rule, times how often it may be evaluated. */
const RULE_COST_LIMIT = 10_000_000;
/** Highest estimated cost of all rules of a schema. */
const SCHEMA_COST_LIMIT = 100_000_000;
const MAX_COST = 2 ** 64;
/** Rules that are named when the limit of the schema is exceeded. */
const NAMED_RULES = 4;

/** Product of costs and counts, up to the largest integer of 64 bits. */
export const timesAtMost = (cost: number, count: number): number => Math.min(cost * count, MAX_COST);

/** Collects the estimated costs of the rules of one schema. */
export class CostTotal {
  private total = 0;
  private expensive: { readonly path: FieldPath; readonly cost: number }[] = [];

  add(path: FieldPath, cost: number): void {
    this.total = Math.min(this.total + cost, MAX_COST);
    if (cost < SCHEMA_COST_LIMIT / 100) return;
    this.expensive.push({ path, cost });
    this.expensive = this.expensive.toSorted((a, b) => b.cost - a.cost).slice(0, NAMED_RULES);
  }

  /** Errors when the total is too high. @param prefix of extensions. */
  errors(path: FieldPath, prefix: string): readonly FieldError[] {
    if (this.total <= SCHEMA_COST_LIMIT) return [];
    const named = this.expensive.map((rule) =>
      fieldError.forbidden(
        rule.path,
        'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      ),
    );
    const what = `${prefix}validations estimated rule cost total for entire OpenAPIv3 schema`;
    return [...named, fieldError.forbidden(path, exceeded(what, this.total, SCHEMA_COST_LIMIT))];
  }
}

/** Errors of a rule or message whose estimated cost is too high. */
export const ruleCostErrors = (path: FieldPath, what: string, cost: number): readonly FieldError[] =>
  cost > RULE_COST_LIMIT ? [fieldError.forbidden(path, exceeded(what, cost, RULE_COST_LIMIT))] : [];

function exceeded(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return (
    `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength ` +
    'where arrays, maps, and strings are declared)'
  );
}
