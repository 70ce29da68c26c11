import { AdmissionExpression } from '../../expressions/admission-expression.js';
import type { PolicyObject, PolicySpec } from '../policy-objects.js';
import { RegisteredPolicy } from '../registered-policy.js';

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

/** A stored MutatingAdmissionPolicy. */
export class MutatingPolicy extends RegisteredPolicy {
  private own: readonly RegisteredMutation[] | undefined;

  constructor(private readonly stored: PolicyObject<MutatingPolicySpec>) {
    super(stored);
  }

  get isReinvocable(): boolean {
    return this.stored.spec?.reinvocationPolicy === 'IfNeeded';
  }

  get mutations(): readonly RegisteredMutation[] {
    return (this.own ??= (this.stored.spec?.mutations ?? []).flatMap(({ patchType, applyConfiguration, jsonPatch }) => {
      const type = patchType === 'JSONPatch' ? 'JSONPatch' : 'ApplyConfiguration';
      const text = (type === 'JSONPatch' ? jsonPatch : applyConfiguration)?.expression;
      return text === undefined ? [] : [{ type, expression: new AdmissionExpression(text, true) }];
    }));
  }
}
