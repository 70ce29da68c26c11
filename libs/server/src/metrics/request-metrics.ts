import type { ResourceDefinition } from '@orch/api';
import type { InFlightCounts } from '@orch/flow-control';
import { AccessMetrics } from './access-metrics.js';
import { ClientRates } from './client-rates.js';
import type { RequestObserver } from './request-observer.js';
import {
  type RequestInfo,
  type ServerRequest,
  Buckets,
  type DeprecatedUse,
  DURATION_BUCKETS,
  type Labels,
  type RequestSeries,
  SIZE_BUCKETS,
  SLI_BUCKETS,
} from '@orch/http';
import { dryRunOf, requestLabels, scopeOf, subresourceOf, verbOf } from './request-labels.js';

/** Upper bounds of the buckets of body sizes: 50 kB, then one in each 100 kB up to 3 MB. */
const BODY_BUCKETS: readonly number[] = Array.from({ length: 31 }, (_, i) => 50_000 + i * 100_000);
/** The label `verb` of body sizes. */
const BODY_VERBS: Readonly<Record<string, string>> = {
  create: 'create',
  update: 'update',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'delete_collection',
};

/**
 * Counts requests for `/metrics` (D-227), with the names and labels of the reference. Label values are bounded, so that no
 * client can fill the memory with random paths.
 *
 * HOT PATH (bench: get): plain numbers in a map; converted for the metrics library at a scrape only.
 */
export class RequestMetrics implements RequestObserver, InFlightCounts {
  private readonly series = new Map<string, RequestSeries>();
  /** Durations without webhooks and queues, by labels without `dry_run`. */
  readonly ownDurations = new Map<string, { readonly labels: Labels; readonly durations: Buckets }>();
  private readonly deprecated = new Map<string, DeprecatedUse>();
  readonly inFlight = { readOnly: 0, mutating: 0 };
  readonly longRunning = new Map<string, { labels: Labels; count: number }>();
  /** Sizes of request bodies that were announced, by resource and verb. */
  readonly bodies = new Map<string, { readonly labels: Labels; readonly sizes: Buckets }>();
  /** Authentication and authorization. */
  readonly access = new AccessMetrics();
  /** The clients that cause most requests. */
  readonly clients = new ClientRates(performance.now());
  rejected = 0;
  /** TLS handshakes that failed. */
  failedHandshakes = 0;

  /** Deprecated versions that were used since the start (B-303). */
  readonly deprecatedUses = new Set<DeprecatedUse>();

  /** @param definitionOf the definition of a resource path. */
  constructor(private readonly definitionOf: (info: RequestInfo) => ResourceDefinition | undefined) {}

  get all(): Iterable<RequestSeries> {
    return this.series.values();
  }

  started(request: ServerRequest): void {
    if (request.isLongRunning) this.longRunningOf(request).count++;
  }

  finished(request: ServerRequest, durationMs: number): void {
    const { info, reply, answerBytes, excludedMs, user, headers, startedMs } = request;
    this.clients.count(user.username, headers['user-agent'], startedMs + durationMs);
    const series = this.seriesOf(request);
    series.byCode.set(reply.statusCode, (series.byCode.get(reply.statusCode) ?? 0) + 1);
    // A rejected request has used nothing.
    if (series.deprecated && reply.statusCode !== 401 && reply.statusCode !== 403) {
      this.deprecatedUses.add(series.deprecated);
    }
    if (request.isLongRunning) this.longRunningOf(request).count--;
    else {
      series.durations.observe(durationMs / 1_000);
      series.ownDurations.observe((durationMs - excludedMs) / 1_000);
    }
    if (answerBytes > 0 && (info.verb === 'get' || info.verb === 'list')) series.sizes.observe(answerBytes);
    const length = headers['content-length'];
    if (reply.statusCode === 401 || reply.statusCode === 403) this.access.finished(request);
    if (length !== undefined) this.bodyOf(info, series)?.observe(Number(length));
  }

  private seriesOf(request: ServerRequest): RequestSeries {
    const { info } = request;
    const verb = verbOf(request);
    const dryRun = dryRunOf(request);
    const key = keyOf(info, verb, dryRun);
    let series = this.series.get(key);
    if (!series) {
      const definition = info.isResource ? this.definitionOf(info) : undefined;
      const shared = requestLabels(info, definition, verb);
      const labels = { ...shared, dry_run: dryRun };
      const bounded = Object.values(labels).join(' ');
      series = this.series.get(bounded);
      if (!series) {
        series = {
          labels,
          deprecated: this.deprecatedOf(info, definition),
          byCode: new Map(),
          durations: new Buckets(DURATION_BUCKETS),
          ownDurations: this.ownDurationsOf(shared),
          sizes: new Buckets(SIZE_BUCKETS),
        };
        this.series.set(bounded, series);
      }
    }
    return series;
  }

  private ownDurationsOf(labels: Labels): Buckets {
    const key = Object.values(labels).join(' ');
    let entry = this.ownDurations.get(key);
    if (!entry) this.ownDurations.set(key, (entry = { labels, durations: new Buckets(SLI_BUCKETS) }));
    return entry.durations;
  }

  private bodyOf(
    { verb: infoVerb }: RequestInfo,
    { labels: { group, resource = '' } }: RequestSeries,
  ): Buckets | undefined {
    const verb = BODY_VERBS[infoVerb];
    if (verb === undefined || resource === '') return undefined;
    const key = `${verb} ${group}/${resource}`;
    let entry = this.bodies.get(key);
    if (!entry) {
      const labels = { resource: group ? `${resource}.${group}` : resource, verb };
      this.bodies.set(key, (entry = { labels, sizes: new Buckets(BODY_BUCKETS) }));
    }
    return entry.sizes;
  }

  private deprecatedOf(info: RequestInfo, definition: ResourceDefinition | undefined): DeprecatedUse | undefined {
    if (definition?.deprecation === undefined) return undefined;
    const { removed } = definition.declaration.lifecycle ?? {};
    const { group, version, resource } = info;
    const subresource = subresourceOf(definition, info.subresource);
    const key = `${group} ${version} ${resource} ${subresource}`;
    let use = this.deprecated.get(key);
    if (!use) {
      const removedRelease = removed === undefined ? '' : `1.${removed}`;
      this.deprecated.set(key, (use = { group, version, resource, subresource, removedRelease }));
    }
    return use;
  }

  private longRunningOf(request: ServerRequest): { labels: Labels; count: number } {
    const { info } = request;
    const definition = info.isResource ? this.definitionOf(info) : undefined;
    const labels = requestLabels(info, definition, verbOf(request));
    const key = Object.values(labels).join(' ');
    let entry = this.longRunning.get(key);
    if (!entry) this.longRunning.set(key, (entry = { labels, count: 0 }));
    return entry;
  }
}

/** The joined labels of a served resource, without building the label object. */
const keyOf = (info: RequestInfo, verb: string, dryRun: string): string =>
  info.isResource
    ? `${verb} ${info.group} ${info.version} ${info.resource} ${info.subresource} ${scopeOf(info)} apiserver ${dryRun}`
    : `${verb}${' '.repeat(7)}`;
