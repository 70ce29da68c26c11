import { labelSelectorFromObject, type LabelSelector } from '@orch/apimachinery';
import { AdmissionExpression } from '../expressions/admission-expression.js';
import type { BindingObject, MatchResources, PolicyObject } from './policy-objects.js';

/** A binding of a policy. Its selectors are parsed on first use. */
export class RegisteredBinding {
  private parsed: Scope | undefined;

  constructor(readonly binding: BindingObject) {}

  get name(): string {
    return this.binding.metadata.name!;
  }

  /** Requests that it applies the policy to; undefined: all that the policy matches. */
  get scope(): Scope | undefined {
    const { matchResources } = this.binding.spec ?? {};
    return matchResources && (this.parsed ??= new Scope(matchResources));
  }

  get actions(): readonly string[] {
    return this.binding.spec?.validationActions ?? [];
  }
}

/** Requests that a policy or a binding is about. */
export class Scope {
  readonly namespaces: LabelSelector;
  readonly objects: LabelSelector;

  constructor(readonly match: MatchResources) {
    this.namespaces = labelSelectorFromObject(match.namespaceSelector ?? {});
    this.objects = labelSelectorFromObject(match.objectSelector ?? {});
  }

  get takesEquivalent(): boolean {
    return this.match.matchPolicy !== 'Exact';
  }
}

/** A stored policy of either kind with its bindings, ready to match. Expressions are compiled on first use. */
export class RegisteredPolicy {
  readonly scope: Scope;
  readonly conditions: readonly AdmissionExpression[];
  readonly variables: ReadonlyMap<string, AdmissionExpression>;

  constructor(
    readonly policy: PolicyObject,
    readonly bindings: readonly RegisteredBinding[],
  ) {
    const { spec = {} } = policy;
    this.scope = new Scope(spec.matchConstraints ?? {});
    this.conditions = (spec.matchConditions ?? []).map(({ expression }) => new AdmissionExpression(expression));
    this.variables = new Map(
      (spec.variables ?? []).map(({ name, expression }) => [name, new AdmissionExpression(expression)]),
    );
  }

  get name(): string {
    return this.policy.metadata.name!;
  }

  get ignoresFailures(): boolean {
    return this.policy.spec?.failurePolicy === 'Ignore';
  }
}
