import { type AddMetric, Buckets, Count, countersOf, histogramsOf, Series } from '@orch/http';
import type { AdmissionOperation } from '@orch/registry';

/** Upper bounds of the duration buckets, seconds. */
const EVALUATION_BUCKETS: readonly number[] = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

/** Whose match conditions were evaluated, for what. */
export interface EvaluatedConditions {
  readonly name: string;
  readonly kind: 'webhook' | 'policy';
  /** As kube-apiserver has them: mutating policies are `validate`, too. */
  readonly type: 'admit' | 'validating' | 'validate';
  readonly operation: AdmissionOperation;
}

/** Match conditions of webhooks and policies, with the names and labels of kube-apiserver. */
export class ConditionMetrics {
  private readonly durations = new Series(() => new Buckets(EVALUATION_BUCKETS));
  private readonly errors = new Series(() => new Count());
  private readonly exclusions = new Series(() => new Count());

  /** @param errors conditions that could not be evaluated. */
  evaluated(of: EvaluatedConditions, seconds: number, errors: number): void {
    const labels = labelsOf(of);
    this.durations.of(labels)?.observe(seconds);
    for (let i = 0; i < errors; i++) this.errors.of(labels)?.add();
  }

  /** A webhook is not called because of its conditions. */
  excluded(name: string, type: 'admit' | 'validate', operation: AdmissionOperation): void {
    this.exclusions.of(labelsOf({ name, kind: 'webhook', type, operation }))?.add();
  }

  /** The series of these owners go. */
  removed(kind: EvaluatedConditions['kind'], names: ReadonlySet<string>): void {
    for (const series of [this.durations, this.errors, this.exclusions])
      series.drop((labels) => labels['kind'] === kind && names.has(labels['name']!));
  }

  addTo(add: AddMetric): void {
    const prefix = 'apiserver_admission_match_condition_';
    const duration = `${prefix}evaluation_seconds`;
    add(duration, 'histogram', 'Time of match conditions of webhooks and policies.', () =>
      histogramsOf(duration, this.durations),
    );
    const counters = [
      [`${prefix}evaluation_errors_total`, 'Match conditions that could not be evaluated.', this.errors],
      [
        `${prefix}exclusions_total`,
        'Webhooks that were not called because of their match conditions.',
        this.exclusions,
      ],
    ] as const;
    for (const [name, help, series] of counters) add(name, 'counter', help, () => countersOf(series));
  }
}

/** In one order: it is that of the key. */
const labelsOf = ({ name, kind, type, operation }: EvaluatedConditions): Readonly<Record<string, string>> => ({
  name,
  kind,
  type,
  operation,
});
