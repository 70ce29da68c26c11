import { ApiError, type StatusReason } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { atOnceOrInTurns, flowOf, type Pause } from '@orch/http';
import { forbidden } from '../../forbidden.js';
import type { AdmissionPlugin } from '../../admission-plugin.js';
import { RequestValues } from '../../expressions/admission-values.js';
import { StepWork } from '../../matching/step-work.js';
import { PauseAfterWork } from '../../pause-after-work.js';
import {
  candidatesOf,
  invocationsOf,
  isMatched,
  policyValues,
  readParam,
  whileOpen,
  type PolicyDependencies,
  type ReadInvocation,
} from '../policy-match.js';
import type { PolicyObject } from '../policy-objects.js';
import { RegisteredPolicies } from '../registered-policies.js';
import type { BoundPolicy, RegisteredBinding } from '../registered-policy.js';
import type { FinishedCheck, PolicyMetrics } from '../policy-metrics.js';
import { PolicyAnnotations } from './policy-annotations.js';
import { evaluatePolicy, type PolicyCheck, type PolicyFailure } from './evaluate-policy.js';
import { ValidatingPolicy, type ValidatingPolicySpec } from './validating-policy.js';

/** Dependencies of the plugin. */
export interface ValidatingPolicyDependencies extends PolicyDependencies {
  readonly registered: RegisteredPolicies<ValidatingPolicy>;
  readonly metrics: PolicyMetrics;
}

/** The stored ValidatingAdmissionPolicies. @param removed called after deletes of policies and bindings. */
export const registeredValidatingPolicies = (removed: PolicyMetrics['removed']): RegisteredPolicies<ValidatingPolicy> =>
  new RegisteredPolicies(
    { policies: 'validatingadmissionpolicies', bindings: 'validatingadmissionpolicybindings' },
    (policy) => new ValidatingPolicy(policy as PolicyObject<ValidatingPolicySpec>),
    removed,
  );

const ACTIONS: Readonly<Record<string, FinishedCheck['action']>> = { Deny: 'deny', Warn: 'warn', Audit: 'audit' };

/** Evaluates ValidatingAdmissionPolicies for the requests that they and their bindings match. */
export const validatingPolicies = (dependencies: ValidatingPolicyDependencies): AdmissionPlugin => ({
  name: 'ValidatingAdmissionPolicy',
  connects: true,
  handles: (attributes) => isMatched(dependencies.registered, attributes, dependencies),
  validate: (attributes) => {
    const request = new PolicyRequest(attributes, dependencies);
    return atOnceOrInTurns(whileOpen(request.decide(), attributes), () => ({ flow: flowOf(attributes.user) }));
  },
});

interface Denial {
  readonly policy: ValidatingPolicy;
  readonly binding: RegisteredBinding | undefined;
  readonly message: string;
  readonly reason?: string | undefined;
}

/** The policies of one request. */
class PolicyRequest {
  /** The first one: others say nothing more to the client. */
  private denial: Denial | undefined;
  private readonly annotations = new PolicyAnnotations();
  private readonly values: RequestValues;

  constructor(
    private readonly attributes: AdmissionAttributes,
    private readonly dependencies: ValidatingPolicyDependencies,
  ) {
    this.values = new RequestValues(dependencies);
  }

  /** Yields after expressions that took long, and what they wait for. @throws ApiError of the first denial. */
  *decide(): Generator<Pause, void> {
    const pause = new PauseAfterWork();
    const work = new StepWork();
    const { attributes, dependencies } = this;
    for (const policy of yield* candidatesOf(dependencies.registered, attributes, dependencies, work)) {
      if (work.add(1)) yield;
      yield* this.apply(policy, work, pause);
    }
    this.refuseIfDenied();
  }

  private *apply(bound: BoundPolicy<ValidatingPolicy>, work: StepWork, pause: PauseAfterWork): Generator<Pause, void> {
    const { policy } = bound;
    const { attributes, dependencies } = this;
    const onFault = (fault: Denial): void => void (this.denial ??= fault);
    for (const invocation of yield* invocationsOf(bound, attributes, dependencies, work, onFault)) {
      const read = yield* readParam(invocation, onFault);
      if (read) yield* this.evaluate(read, pause);
      if (pause.isDue) yield;
    }
    for (const [key, text] of this.annotations.take()) attributes.annotate(`${policy.name}/${key}`, text);
  }

  private refuseIfDenied(): void {
    if (!this.denial) return;
    const { policy, binding, message, reason = 'Invalid' } = this.denial;
    const by = `ValidatingAdmissionPolicy '${policy.name}'${binding ? ` with binding '${binding.name}'` : ''}`;
    const why = `${by} denied request: ${message}`;
    const { message: text, details } = forbidden(this.attributes, why, [{ message: why }]);
    throw new ApiError(reason as StatusReason, text, details ? { details } : {});
  }

  private *evaluate(invocation: ReadInvocation<ValidatingPolicy>, pause: PauseAfterWork): Generator<Pause, void> {
    const { policy, binding } = invocation;
    const values = yield* policyValues(invocation, this.attributes, this.dependencies.registry, this.values);
    const result = yield* evaluatePolicy(policy, values, pause, {
      metrics: this.dependencies.conditionMetrics,
      of: { name: policy.name, kind: 'policy', type: 'validate', operation: this.attributes.operation },
    });
    for (const check of result.checks) {
      this.count(invocation, check);
      if (pause.isDue) yield;
    }
    for (const failure of result.failures) {
      this.failed(policy, binding, failure);
      if (pause.isDue) yield;
    }
    for (const message of result.annotationFailures) this.denial ??= { policy, binding, message };
    for (const { key, value } of result.annotations) this.annotations.add(key, value);
  }

  private count(
    { policy, binding }: ReadInvocation<ValidatingPolicy>,
    { isFailed, error, seconds }: PolicyCheck,
  ): void {
    const { metrics } = this.dependencies;
    const names = { policy: policy.name, binding: binding.name, error, seconds };
    if (!isFailed) return metrics.finished({ ...names, action: 'allow' });
    for (const action of binding.actions) metrics.finished({ ...names, action: ACTIONS[action] ?? 'deny' });
  }

  private failed(
    policy: ValidatingPolicy,
    binding: RegisteredBinding,
    { message, reason, index }: PolicyFailure,
  ): void {
    for (const action of binding.actions) {
      switch (action) {
        case 'Deny':
          this.denial ??= { policy, binding, message, reason };
          break;
        case 'Warn':
          this.attributes.warn(
            `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${message}`,
          );
          break;
        case 'Audit':
          this.attributes.annotate(
            `validation.policy.${this.dependencies.vocabulary.groups.admission}/validation_failure`,
            JSON.stringify([
              {
                message,
                policy: policy.name,
                binding: binding.name,
                expressionIndex: index,
                validationActions: binding.actions,
              },
            ]),
          );
      }
    }
  }
}
