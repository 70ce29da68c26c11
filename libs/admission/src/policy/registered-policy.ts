import { AdmissionExpression } from '../expressions/admission-expression.js';
import type { BindingObject, PolicyObject } from './policy-objects.js';
import { Scope } from './scope.js';

/** A binding of a policy. */
export class RegisteredBinding {
  /** Requests that it applies the policy to; undefined: all that the policy matches. */
  readonly scope: Scope | undefined;

  constructor(readonly binding: BindingObject) {
    const { matchResources } = binding.spec ?? {};
    this.scope = matchResources && new Scope(matchResources);
  }

  get name(): string {
    return this.binding.metadata.name!;
  }

  get actions(): readonly string[] {
    return this.binding.spec?.validationActions ?? [];
  }
}

/** A policy with its bindings, in order. */
export interface BoundPolicy<P extends RegisteredPolicy> {
  readonly policy: P;
  readonly bindings: readonly RegisteredBinding[];
}

/** Expressions of a policy. */
interface PolicyExpressions {
  readonly conditions: readonly AdmissionExpression[];
  readonly variables: ReadonlyMap<string, AdmissionExpression>;
}

/** A stored policy of either kind, ready to match. Expressions are compiled on first use, once: policies live as long as their stored object. */
export class RegisteredPolicy {
  readonly scope: Scope;
  private expressions: PolicyExpressions | undefined;

  constructor(readonly policy: PolicyObject) {
    this.scope = new Scope(policy.spec?.matchConstraints ?? {});
  }

  get name(): string {
    return this.policy.metadata.name!;
  }

  get ignoresFailures(): boolean {
    return this.policy.spec?.failurePolicy === 'Ignore';
  }

  get conditions(): readonly AdmissionExpression[] {
    return this.ownExpressions.conditions;
  }

  get variables(): ReadonlyMap<string, AdmissionExpression> {
    return this.ownExpressions.variables;
  }

  private get ownExpressions(): PolicyExpressions {
    const { matchConditions = [], variables = [] } = this.policy.spec ?? {};
    return (this.expressions ??= {
      conditions: matchConditions.map(({ expression }) => new AdmissionExpression(expression)),
      variables: new Map(variables.map(({ name, expression }) => [name, new AdmissionExpression(expression)])),
    });
  }
}
