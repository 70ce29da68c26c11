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

/** A validation of a policy. */
export interface RegisteredValidation {
  readonly expression: AdmissionExpression;
  readonly message: string;
  readonly messageExpression: AdmissionExpression | undefined;
  readonly reason: string | undefined;
}

/** A stored policy with its bindings, ready to match and to evaluate. Expressions are compiled on first use. */
export class RegisteredPolicy {
  readonly scope: Scope;
  readonly conditions: readonly AdmissionExpression[];
  readonly variables: ReadonlyMap<string, AdmissionExpression>;
  readonly validations: readonly RegisteredValidation[];
  readonly annotations: readonly { readonly key: string; readonly value: AdmissionExpression }[];

  /** @param minor release 1.x whose functions expressions may use. */
  constructor(
    readonly policy: PolicyObject,
    readonly bindings: readonly RegisteredBinding[],
    minor: number,
  ) {
    const { spec = {} } = policy;
    const expression = (text: string): AdmissionExpression => new AdmissionExpression(text, minor);
    this.scope = new Scope(spec.matchConstraints ?? {});
    this.conditions = (spec.matchConditions ?? []).map((condition) => expression(condition.expression));
    this.variables = new Map(
      (spec.variables ?? []).map((variable) => [variable.name, expression(variable.expression)]),
    );
    this.validations = (spec.validations ?? []).map((validation) => ({
      expression: expression(validation.expression),
      message: validation.message ?? '',
      messageExpression: validation.messageExpression ? expression(validation.messageExpression) : undefined,
      reason: validation.reason,
    }));
    this.annotations = (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      value: expression(valueExpression),
    }));
  }

  get name(): string {
    return this.policy.metadata.name!;
  }

  get ignoresFailures(): boolean {
    return this.policy.spec?.failurePolicy === 'Ignore';
  }
}
