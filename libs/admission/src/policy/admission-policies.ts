import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import type { ConditionMetrics } from '../expressions/condition-metrics.js';
import type { DecisionSource } from '../expressions/request-decisions.js';
import { EquivalentVersions } from '../matching/equivalent-versions.js';
import { mutatingPolicies, registeredMutatingPolicies } from './mutating/mutating-policies.js';
import { ParamObjects } from './params.js';
import type { PolicyMetrics } from './policy-metrics.js';
import { registeredValidatingPolicies, validatingPolicies } from './validating/validating-policies.js';

export interface AdmissionPolicyParts extends DecisionSource {
  readonly registry: Registry;
  readonly vocabulary: Vocabulary;
  readonly metrics: PolicyMetrics;
  readonly conditionMetrics: ConditionMetrics;
}

/** The plugins that evaluate stored policies. Until `follow` there are none. */
export class AdmissionPolicies {
  readonly mutating: AdmissionPlugin;
  readonly validating: AdmissionPlugin;
  private readonly registered = {
    mutating: registeredMutatingPolicies(),
    validating: registeredValidatingPolicies((what, name) => this.removed(what, name)),
  };

  constructor(private readonly parts: AdmissionPolicyParts) {
    const { registry } = parts;
    const common = { ...parts, params: new ParamObjects(registry), versions: new EquivalentVersions(registry) };
    this.mutating = mutatingPolicies({ ...common, registered: this.registered.mutating });
    this.validating = validatingPolicies({ ...common, registered: this.registered.validating });
  }

  private removed(what: 'policy' | 'policy_binding', name: string): void {
    this.parts.metrics.removed(what, name);
    if (what === 'policy') this.parts.conditionMetrics.removed('policy', new Set([name]));
  }

  /** Loads policies and bindings, and follows them. Called once the state is loaded. */
  follow(): void {
    const { registry, vocabulary } = this.parts;
    this.registered.mutating.follow(registry, vocabulary);
    this.registered.validating.follow(registry, vocabulary);
  }
}
