import { AdmissionExpression } from '../../expressions/admission-expression.js';
import type { PolicyObject, PolicySpec } from '../policy-objects.js';
import { RegisteredPolicy, type RegisteredBinding } from '../registered-policy.js';

/** `spec` of a stored MutatingAdmissionPolicy. */
export interface MutatingPolicySpec extends PolicySpec {
  readonly mutations?: readonly {
    readonly patchType: string;
    readonly applyConfiguration?: { readonly expression?: string };
    readonly jsonPatch?: { readonly expression?: string };
  }[];
  readonly reinvocationPolicy?: string;
}

/** A change of the object by one expression. */
export interface RegisteredMutation {
  readonly type: 'ApplyConfiguration' | 'JSONPatch';
  readonly expression: AdmissionExpression;
}

/** A stored MutatingAdmissionPolicy with its bindings. */
export class MutatingPolicy extends RegisteredPolicy {
  readonly mutations: readonly RegisteredMutation[];
  readonly isReinvocable: boolean;

  constructor(policy: PolicyObject<MutatingPolicySpec>, bindings: readonly RegisteredBinding[]) {
    super(policy, bindings);
    const { mutations = [], reinvocationPolicy } = policy.spec ?? {};
    this.isReinvocable = reinvocationPolicy === 'IfNeeded';
    this.mutations = mutations.flatMap(({ patchType, applyConfiguration, jsonPatch }) => {
      const type = patchType === 'JSONPatch' ? 'JSONPatch' : 'ApplyConfiguration';
      const text = (type === 'JSONPatch' ? jsonPatch : applyConfiguration)?.expression;
      return text === undefined ? [] : [{ type, expression: new AdmissionExpression(text, true) }];
    });
  }
}
