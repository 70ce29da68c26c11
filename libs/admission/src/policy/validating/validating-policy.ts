import { AdmissionExpression } from '../../expressions/admission-expression.js';
import type { PolicyObject, PolicySpec } from '../policy-objects.js';
import { RegisteredPolicy, type RegisteredBinding } from '../registered-policy.js';

/** `spec` of a stored ValidatingAdmissionPolicy. */
export interface ValidatingPolicySpec extends PolicySpec {
  readonly validations?: readonly {
    readonly expression: string;
    readonly message?: string;
    readonly messageExpression?: string;
    readonly reason?: string;
  }[];
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
}

/** A validation of a policy. */
export interface RegisteredValidation {
  readonly expression: AdmissionExpression;
  readonly message: string;
  readonly messageExpression: AdmissionExpression | undefined;
  readonly reason: string | undefined;
}

/** A stored ValidatingAdmissionPolicy with its bindings. */
export class ValidatingPolicy extends RegisteredPolicy {
  readonly validations: readonly RegisteredValidation[];
  readonly annotations: readonly { readonly key: string; readonly value: AdmissionExpression }[];

  constructor(policy: PolicyObject<ValidatingPolicySpec>, bindings: readonly RegisteredBinding[]) {
    super(policy, bindings);
    const { spec = {} } = policy;
    this.validations = (spec.validations ?? []).map(({ expression, message = '', messageExpression, reason }) => ({
      expression: new AdmissionExpression(expression),
      message,
      messageExpression: messageExpression ? new AdmissionExpression(messageExpression) : undefined,
      reason,
    }));
    this.annotations = (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      value: new AdmissionExpression(valueExpression),
    }));
  }
}
