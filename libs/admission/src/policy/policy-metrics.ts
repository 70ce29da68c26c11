import { type AddMetric, Buckets, Count, countersOf, histogramsOf, Series } from '@orch/http';

/** Upper bounds of the duration buckets, seconds. */
const CHECK_BUCKETS: readonly number[] = [0.0000005, 0.001, 0.01, 0.1, 1];

/** Why a validation could not be evaluated. */
export type CheckError = 'no_error' | 'compile_error' | 'invalid_error' | 'out_of_budget';

/** One evaluated validation of a policy. */
export interface FinishedCheck {
  readonly policy: string;
  readonly binding: string;
  readonly error: CheckError;
  readonly action: 'allow' | 'deny' | 'audit' | 'warn';
  readonly seconds: number;
}

/** Validations of ValidatingAdmissionPolicies, with the names and labels of kube-apiserver. */
export class PolicyMetrics {
  private readonly checks = new Series(() => new Count());
  private readonly durations = new Series(() => new Buckets(CHECK_BUCKETS));

  finished({ policy, binding, error, action, seconds }: FinishedCheck): void {
    const labels = { policy, policy_binding: binding, error_type: error, enforcement_action: action };
    this.checks.of(labels)?.add();
    this.durations.of(labels)?.observe(seconds);
  }

  /** A policy or a binding is gone: its series go. */
  removed(what: 'policy' | 'policy_binding', name: string): void {
    for (const series of [this.checks, this.durations]) series.drop((labels) => labels[what] === name);
  }

  addTo(add: AddMetric): void {
    const total = 'apiserver_validating_admission_policy_check_total';
    add(total, 'counter', 'Evaluated validations of policies, by what they caused.', () => countersOf(this.checks));
    const duration = 'apiserver_validating_admission_policy_check_duration_seconds';
    add(duration, 'histogram', 'Time of validations of policies.', () => histogramsOf(duration, this.durations));
  }
}
