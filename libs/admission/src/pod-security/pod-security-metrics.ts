import { type AddMetric, Count, countersOf, Series } from '@orch/http';
import type { AdmissionAttributes } from '@orch/registry';
import { minorOf, type LevelAndVersion, type Mode } from './security-policy.js';

/** A request that was judged. */
type Judged = Pick<AdmissionAttributes, 'definition' | 'operation' | 'subresource'>;

/** Judgements of pod security, with the names and labels of kube-apiserver. */
export class PodSecurityMetrics {
  private readonly evaluations = new Series(() => new Count());
  private readonly exemptions = new Series(() => new Count());
  private readonly errors = new Series(() => new Count());
  /** HOT PATH (bench: create): most pods are in namespaces without levels. */
  private readonly privileged = { CREATE: this.privilegedOf('create'), UPDATE: this.privilegedOf('update') };

  constructor() {
    for (const resource of ['pod', 'controller'])
      for (const operation of ['create', 'update'])
        this.exemptions.of({ request_operation: operation, resource, subresource: '' });
  }

  /** A pod in a namespace without any level. */
  allowedAll(judged: Judged): void {
    if (judged.subresource === '' && judged.operation in this.privileged)
      this.privileged[judged.operation as 'CREATE' | 'UPDATE']?.add();
    else this.evaluated(judged, 'enforce', PRIVILEGED, true);
  }

  /** @param minor of the server: later versions share one label. Default: none is later. */
  evaluated(judged: Judged, mode: Mode, { level, version }: LevelAndVersion, isAllowed: boolean, minor?: number): void {
    const isLatest = level === 'privileged' || version === 'latest';
    const shown = isLatest ? 'latest' : minor !== undefined && minorOf(version) > minor ? 'future' : version;
    const decision = isAllowed ? 'allow' : 'deny';
    this.evaluations.of({ decision, policy_level: level, policy_version: shown, mode, ...labelsOf(judged) })?.add();
  }

  exempted(judged: Judged): void {
    this.exemptions.of(labelsOf(judged))?.add();
  }

  /** The labels of the namespace are invalid. */
  mislabelled(judged: Judged): void {
    this.errors.of({ fatal: 'false', ...labelsOf(judged) })?.add();
  }

  addTo(add: AddMetric): void {
    const counters = [
      [
        'pod_security_evaluations_total',
        'Judgements of pods and pod templates, without exempt ones.',
        this.evaluations,
      ],
      ['pod_security_exemptions_total', 'Pods and pod templates that were exempt.', this.exemptions],
      ['pod_security_errors_total', 'Judgements under invalid labels of a namespace.', this.errors],
    ] as const;
    for (const [name, help, series] of counters) add(name, 'counter', help, () => countersOf(series));
  }

  private privilegedOf(operation: string): Count | undefined {
    const labels = { request_operation: operation, resource: 'pod', subresource: '' };
    const { level, version } = PRIVILEGED;
    return this.evaluations.of({
      decision: 'allow',
      policy_level: level,
      policy_version: version,
      mode: 'enforce',
      ...labels,
    });
  }
}

const PRIVILEGED: LevelAndVersion = { level: 'privileged', version: 'latest' };

const labelsOf = ({ definition, operation, subresource }: Judged): Readonly<Record<string, string>> => ({
  request_operation: operation.toLowerCase(),
  resource: definition.gvr.group === '' && definition.gvr.resource === 'pods' ? 'pod' : 'controller',
  subresource,
});
