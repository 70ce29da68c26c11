import type { ResourceDefinition } from '@orch/api';
import { ApiError, atOnce, jsonEqual, type ApiObject, type Status, type StatusReason } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf, type Pause } from '@orch/http';
import type { AdmissionAttributes } from '@orch/registry';
import type { AdmissionPlugin, MutationRounds } from '../../admission-plugin.js';
import { CONDITIONS_BUDGET, CostBudget, Failed, POLICY_BUDGET } from '../../expressions/admission-expression.js';
import { evaluateConditions, prepared } from '../../expressions/conditions.js';
import { RequestValues } from '../../expressions/admission-values.js';
import { definitionAt } from '../../mutation/decoded-object.js';
import { inMatchedVersion } from '../../matching/matched-version.js';
import { StepWork } from '../../matching/step-work.js';
import { Reinvocation } from '../../reinvocation.js';
import { PauseAfterWork } from '../../pause-after-work.js';
import {
  candidatesOf,
  invocationsOf,
  isMatched,
  policyValues,
  readParam,
  whileOpen,
  type PolicyDependencies,
  type PolicyInvocation,
  type ReadInvocation,
} from '../policy-match.js';
import type { PolicyObject } from '../policy-objects.js';
import { variablesOf } from '../policy-variables.js';
import { RegisteredPolicies } from '../registered-policies.js';
import type { RegisteredBinding } from '../registered-policy.js';
import { withChangedOptions, withConfiguration, withJsonPatch } from './mutated-object.js';
import { MutatingPolicy, type MutatingPolicySpec, type RegisteredMutation } from './mutating-policy.js';
import { applyConfigurationOf, jsonPatchOf } from './patch-values.js';
import { valueLength } from './value-length.js';

/** Dependencies of the plugin. */
export interface MutatingPolicyDependencies extends PolicyDependencies {
  readonly registered: RegisteredPolicies<MutatingPolicy>;
}

type Invocation = ReadInvocation<MutatingPolicy>;

/** The stored MutatingAdmissionPolicies. */
export const registeredMutatingPolicies = (): RegisteredPolicies<MutatingPolicy> =>
  new RegisteredPolicies(
    { policies: 'mutatingadmissionpolicies', bindings: 'mutatingadmissionpolicybindings' },
    (policy) => new MutatingPolicy(policy as PolicyObject<MutatingPolicySpec>),
  );

const NAME = 'MutatingAdmissionPolicy';

/** Most that all policies may add to an object, as it could not be stored then: a short expression may repeat a text of the object many times. */
const MAX_PATCHED = 8 * 1_024 * 1_024;
/** Length of a configuration that is applied in steps. */
const LONG_PATCH = 64 * 1_024;

/** Most refusals of an answer: with thousands of parameter objects there is one of each. */
const MAX_REFUSALS = 100;

/**
 * Evaluates MutatingAdmissionPolicies one after the other, each with the object as the one before left it. When one was applied, all mutating
 * plugins run a second time, and the policies that ask for it are evaluated again. A delete has nothing to change. Changed options of a
 * connection are seen by the plugins after it, and not used.
 */
export const mutatingPolicies = (dependencies: MutatingPolicyDependencies): AdmissionPlugin => ({
  name: NAME,
  connects: true,
  handles: (attributes) =>
    attributes.operation !== 'DELETE' && isMatched(dependencies.registered, attributes, dependencies),
  mutate: (attributes, rounds) => {
    const request = new MutatingRequest(attributes, dependencies, rounds);
    return atOnceOrInTurns(whileOpen(request.mutate(), attributes), () => ({ flow: flowOf(attributes.user) }));
  },
});

interface Refusal {
  readonly policy: MutatingPolicy;
  readonly binding: RegisteredBinding | undefined;
  readonly message: string;
  /** Undefined: Forbidden. */
  readonly reason?: StatusReason;
}

/** The policies of one round of a request. */
class MutatingRequest {
  private readonly refusals: Refusal[] = [];
  private readonly values: RequestValues;
  private readonly reinvocation: Reinvocation<string>;
  private object: ApiObject;
  private isApplied = false;
  /** Characters of the patches of all policies, as `valueLength` counts them. */
  private patched = 0;

  constructor(
    private readonly attributes: AdmissionAttributes,
    private readonly dependencies: MutatingPolicyDependencies,
    private readonly rounds: MutationRounds | undefined,
  ) {
    this.object = attributes.object!;
    this.values = new RequestValues(dependencies);
    this.reinvocation = rounds?.memo(NAME, () => new Reinvocation<string>()) ?? new Reinvocation();
  }

  /** Yields after expressions that took long, and what they wait for. @throws ApiError when a policy cannot be applied. */
  *mutate(): Generator<Pause, ApiObject> {
    const { attributes, dependencies, reinvocation, rounds } = this;
    if (rounds?.isSecond && reinvocation.isChangedSince(this.object)) reinvocation.changed();
    const work = new StepWork();
    const invocations: PolicyInvocation<MutatingPolicy>[] = [];
    for (const bound of yield* candidatesOf(dependencies.registered, attributes, dependencies, work)) {
      if (work.add(1)) yield;
      const found = yield* invocationsOf(bound, attributes, dependencies, work, (fault) => this.refuseWith(fault));
      for (const invocation of found) invocations.push(invocation);
    }
    const pause = new PauseAfterWork();
    for (const invocation of invocations) {
      yield* this.invoke(invocation, pause);
      if (pause.isDue) yield;
    }
    if (this.isApplied) {
      // Also when nothing changed, as in kube-apiserver.
      reinvocation.changed();
      rounds?.again();
    }
    reinvocation.ended(this.object);
    if (this.refusals.length > 0) throw new PolicyRefusal(attributes, this.refusals);
    return this.object;
  }

  private *invoke(found: PolicyInvocation<MutatingPolicy>, pause: PauseAfterWork): Generator<Pause, void> {
    const { policy, binding, param } = found;
    const invocation = yield* readParam(found, (fault) => this.refuseWith(fault));
    if (!invocation || !(yield* this.matchesConditions(invocation, pause))) return;
    const key = JSON.stringify([policy.name, binding.name, param?.key]);
    if (this.rounds?.isSecond && !this.reinvocation.isDue(key)) return;
    const before = this.object;
    const budget = new CostBudget(POLICY_BUDGET);
    yield* prepared(policy.variables.values(), pause);
    for (const mutation of policy.mutations) {
      yield* prepared([mutation.expression], pause);
      yield* this.apply(mutation, invocation, budget, pause);
      if (pause.isDue) yield;
    }
    if (this.object !== before) this.reinvocation.changed();
    this.reinvocation.finished(key, policy.isReinvocable);
  }

  private *matchesConditions(invocation: Invocation, pause: PauseAfterWork): Generator<Pause, boolean> {
    const { conditions, name } = invocation.policy;
    if (conditions.length === 0) return true;
    const { operation } = this.attributes;
    const of = { name, kind: 'policy', type: 'validate', operation } as const;
    const budget = new CostBudget(CONDITIONS_BUDGET);
    const outcome = yield* evaluateConditions(conditions, yield* this.valuesOf(invocation), budget, pause, {
      metrics: this.dependencies.conditionMetrics,
      of,
    });
    if ('matches' in outcome) return outcome.matches;
    this.refuse(invocation, outcome.failed);
    return false;
  }

  private *apply(
    { type, expression }: RegisteredMutation,
    invocation: Invocation,
    budget: CostBudget,
    pause: PauseAfterWork,
  ): Generator<Pause, void> {
    const { policy, matched } = invocation;
    const { equivalent } = matched;
    const given = yield* this.valuesOf(invocation);
    const values = { ...given, variables: variablesOf(policy, given, budget) };
    const patch = yield* expression.evaluate(values, budget, type === 'JSONPatch' ? jsonPatchOf : applyConfigurationOf);
    if (patch instanceof Failed) return this.refuse(invocation, patch.message);
    const length = valueLength(patch, MAX_PATCHED - this.patched);
    this.patched += length;
    if (this.patched > MAX_PATCHED)
      return this.refuse(invocation, `the patches of all policies have more than ${MAX_PATCHED} characters`);
    if (pause.isDue) yield;
    const object = inMatchedVersion(this.object, matched)!;
    const mutated = yield* this.changed(type, object, patch, length > LONG_PATCH, equivalent?.definition);
    if (mutated instanceof Failed) return this.refuse(invocation, mutated.message);
    this.isApplied = true;
    if (!jsonEqual(mutated, object)) this.object = equivalent ? equivalent.restore(mutated) : mutated;
  }

  private *changed(
    type: RegisteredMutation['type'],
    object: ApiObject,
    patch: unknown,
    isLong: boolean,
    equivalent: ResourceDefinition | undefined,
  ): Generator<undefined, ApiObject | Failed> {
    const { operation, definition, subresource } = this.attributes;
    if (operation === 'CONNECT') return withChangedOptions(type, object, patch);
    const at = definitionAt(equivalent ?? definition, subresource);
    if (type === 'JSONPatch') return withJsonPatch(at, object, patch, !equivalent);
    const steps = withConfiguration(at, object, patch, !equivalent);
    return isLong ? yield* steps : atOnce(steps);
  }

  private valuesOf(invocation: Invocation): ReturnType<typeof policyValues> {
    return policyValues(
      invocation,
      { ...this.attributes, object: this.object },
      this.dependencies.registry,
      this.values,
    );
  }

  private refuse({ policy, binding }: Invocation, message: string): void {
    if (!policy.ignoresFailures) this.refuseWith({ policy, binding, message, reason: 'Invalid' });
  }

  private refuseWith(refusal: Refusal): void {
    if (this.refusals.length < MAX_REFUSALS) this.refusals.push(refusal);
  }
}

/** A request that a policy could not be applied to: 403, with the reason of the first refusal. */
class PolicyRefusal extends ApiError {
  private readonly sentReason: StatusReason;

  constructor({ definition, name }: AdmissionAttributes, refusals: readonly Refusal[]) {
    const texts = refusals.map(({ policy, binding, message }) =>
      binding
        ? `policy '${policy.name}' with binding '${binding.name}' denied request: ${message}`
        : `policy ${JSON.stringify(policy.name)} denied request: ${message}`,
    );
    const causes = texts.map((message) => ({ message }));
    const { details } = ApiError.forbidden({ ...definition.gvr, name }, texts[0]!, causes);
    super('Forbidden', texts[0]!, details ? { details } : {});
    this.sentReason = refusals[0]!.reason ?? 'Forbidden';
  }

  override toStatus(): Status {
    return { ...super.toStatus(), reason: this.sentReason };
  }
}
