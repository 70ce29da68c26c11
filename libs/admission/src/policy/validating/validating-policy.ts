import { AdmissionExpression } from '../../expressions/admission-expression.js';
import type { PolicyObject, PolicySpec } from '../policy-objects.js';
import { RegisteredPolicy } from '../registered-policy.js';

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

/** Expressions that only this kind has. */
interface ValidatingExpressions {
  readonly validations: readonly RegisteredValidation[];
  readonly annotations: readonly { readonly key: string; readonly value: AdmissionExpression }[];
}

/** A stored ValidatingAdmissionPolicy. */
export class ValidatingPolicy extends RegisteredPolicy {
  private validating: ValidatingExpressions | undefined;

  constructor(private readonly stored: PolicyObject<ValidatingPolicySpec>) {
    super(stored);
  }

  get validations(): readonly RegisteredValidation[] {
    return this.own.validations;
  }

  get annotations(): ValidatingExpressions['annotations'] {
    return this.own.annotations;
  }

  private get own(): ValidatingExpressions {
    const { validations = [], auditAnnotations = [] } = this.stored.spec ?? {};
    return (this.validating ??= {
      validations: validations.map(({ expression, message = '', messageExpression, reason }) => ({
        expression: new AdmissionExpression(expression),
        message,
        messageExpression: messageExpression ? new AdmissionExpression(messageExpression) : undefined,
        reason,
      })),
      annotations: auditAnnotations.map(({ key, valueExpression }) => ({
        key,
        value: new AdmissionExpression(valueExpression),
      })),
    });
  }
}
