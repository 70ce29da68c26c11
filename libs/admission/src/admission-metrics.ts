import type { AdmissionOperation } from '@orch/registry';
import { ConditionMetrics } from './expressions/condition-metrics.js';
import { PodSecurityMetrics } from './pod-security/pod-security-metrics.js';
import { PolicyMetrics } from './policy/policy-metrics.js';
import { AllocationMetrics } from './service-allocation/allocation-metrics.js';
import { WebhookMetrics } from './webhook/webhook-metrics.js';
import { Buckets, type AddMetric, histogram, STABLE_METRIC } from '@orch/http';

/** Upper bounds of the duration buckets, seconds. */
const ADMISSION_BUCKETS: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** Step of admission: mutating or validating. */
export type AdmissionType = 'admit' | 'validate';

/** Durations of one plugin, or of one step, by operation and outcome. */
class Durations {
  private readonly accepted = new Map<AdmissionOperation, Buckets>();
  private readonly rejected = new Map<AdmissionOperation, Buckets>();

  /** HOT PATH (bench: create): a look-up and a few additions. */
  observe(operation: AdmissionOperation, isRejected: boolean, ms: number): void {
    const by = isRejected ? this.rejected : this.accepted;
    let buckets = by.get(operation);
    if (!buckets) by.set(operation, (buckets = new Buckets(ADMISSION_BUCKETS)));
    buckets.observe(ms / 1_000);
  }

  *all(): Iterable<{ readonly labels: Readonly<Record<string, string>>; readonly buckets: Buckets }> {
    for (const [rejected, by] of [
      ['false', this.accepted],
      ['true', this.rejected],
    ] as const) {
      // prettier-ignore
      for (const [operation, buckets] of by) yield { labels: { operation, rejected }, buckets };
    }
  }
}

/** Observes one duration. Must not throw. */
export type ObserveAdmission = (operation: AdmissionOperation, isRejected: boolean, ms: number) => void;

/** Admission durations (D-188), in total and by plugin. */
export class AdmissionMetrics {
  readonly webhooks = new WebhookMetrics();
  readonly policies = new PolicyMetrics();
  readonly podSecurity = new PodSecurityMetrics();
  readonly conditions = new ConditionMetrics();
  readonly services = new AllocationMetrics();
  private readonly steps = new Map<AdmissionType, Durations>();
  private readonly plugins = new Map<string, Map<AdmissionType, Durations>>();

  step(type: AdmissionType): ObserveAdmission {
    return observing(this.steps, type);
  }

  plugin(name: string, type: AdmissionType): ObserveAdmission {
    let types = this.plugins.get(name);
    if (!types) this.plugins.set(name, (types = new Map()));
    return observing(types, type);
  }

  addTo(add: AddMetric): void {
    this.webhooks.addTo(add);
    this.policies.addTo(add);
    this.podSecurity.addTo(add);
    this.conditions.addTo(add);
    this.services.addTo(add);
    const step = 'apiserver_admission_step_admission_duration_seconds';
    add(
      step,
      'histogram',
      'Time of all admission plugins of one type, by operation.',
      () =>
        [...this.steps].flatMap(([type, durations]) =>
          [...durations.all()].flatMap(({ labels, buckets }) => histogram(step, { type, ...labels }, buckets)),
        ),
      STABLE_METRIC,
    );
    const plugin = 'apiserver_admission_controller_admission_duration_seconds';
    add(
      plugin,
      'histogram',
      'Time of one admission plugin, by operation.',
      () =>
        [...this.plugins].flatMap(([name, types]) =>
          [...types].flatMap(([type, durations]) =>
            [...durations.all()].flatMap(({ labels, buckets }) =>
              histogram(plugin, { name, type, ...labels }, buckets),
            ),
          ),
        ),
      STABLE_METRIC,
    );
  }
}

function observing(types: Map<AdmissionType, Durations>, type: AdmissionType): ObserveAdmission {
  let durations = types.get(type);
  if (!durations) types.set(type, (durations = new Durations()));
  const observed = durations;
  return (operation, isRejected, ms) => observed.observe(operation, isRejected, ms);
}
