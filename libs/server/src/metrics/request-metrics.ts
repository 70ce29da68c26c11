import type { ResourceDefinition } from '@orch/api';
import type { InFlightCounts } from '@orch/flow-control';
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
} from '@orch/http';

const KNOWN_VERBS: ReadonlySet<string> = new Set([
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'head',
  'post',
  'put',
  'options',
]);

/**
 * Counts requests for `/metrics` (D-227). Label values are bounded: unknown resources, sub-resources and verbs count as
 * `other`, so that no client can fill the memory with random paths.
 *
 * HOT PATH (bench: get): plain numbers in a map; converted for the metrics library at a scrape only.
 */
export class RequestMetrics implements RequestObserver, InFlightCounts {
  private readonly series = new Map<string, RequestSeries>();
  private readonly deprecated = new Map<string, DeprecatedUse>();
  readonly inFlight = { readOnly: 0, mutating: 0 };
  readonly longRunning = new Map<string, { labels: Labels; count: number }>();
  rejected = 0;

  /** Deprecated versions that were used since the start (B-303). */
  readonly deprecatedUses = new Set<DeprecatedUse>();

  /** @param definitionOf the definition of a resource path. */
  constructor(private readonly definitionOf: (info: RequestInfo) => ResourceDefinition | undefined) {}

  get all(): Iterable<RequestSeries> {
    return this.series.values();
  }

  started(request: ServerRequest): void {
    if (request.isLongRunning) this.longRunningOf(request.info).count++;
  }

  finished(request: ServerRequest, durationMs: number): void {
    const { info, reply, answerBytes } = request;
    const series = this.seriesOf(info);
    series.byCode.set(reply.statusCode, (series.byCode.get(reply.statusCode) ?? 0) + 1);
    // A rejected request has used nothing.
    if (series.deprecated && reply.statusCode !== 401 && reply.statusCode !== 403) {
      this.deprecatedUses.add(series.deprecated);
    }
    if (request.isLongRunning) this.longRunningOf(info).count--;
    else series.durations.observe(durationMs / 1_000);
    if (answerBytes > 0 && (info.verb === 'get' || info.verb === 'list')) series.sizes.observe(answerBytes);
  }

  private seriesOf(info: RequestInfo): RequestSeries {
    const key = keyOf(info);
    let series = this.series.get(key);
    if (!series) {
      const labels = this.labelsOf(info);
      const bounded = Object.values(labels).join(' ');
      series = this.series.get(bounded);
      if (!series) {
        series = {
          labels,
          deprecated: this.deprecatedOf(info),
          byCode: new Map(),
          durations: new Buckets(DURATION_BUCKETS),
          sizes: new Buckets(SIZE_BUCKETS),
        };
        this.series.set(bounded, series);
      }
    }
    return series;
  }

  private deprecatedOf(info: RequestInfo): DeprecatedUse | undefined {
    const definition = info.isResource ? this.definitionOf(info) : undefined;
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

  private longRunningOf(info: RequestInfo): { labels: Labels; count: number } {
    const labels = this.labelsOf(info);
    const key = Object.values(labels).join(' ');
    let entry = this.longRunning.get(key);
    if (!entry) this.longRunning.set(key, (entry = { labels, count: 0 }));
    return entry;
  }

  private labelsOf(info: RequestInfo): Labels {
    const definition = info.isResource ? this.definitionOf(info) : undefined;
    const served = definition !== undefined;
    return {
      verb: KNOWN_VERBS.has(info.verb) ? info.verb : 'other',
      group: served ? info.group : '',
      version: served ? info.version : '',
      resource: served ? info.resource : info.isResource ? 'other' : '',
      subresource: served ? subresourceOf(definition, info.subresource) : '',
      scope: scopeOf(info),
    };
  }
}

function subresourceOf({ subresources, declaration }: ResourceDefinition, name: string): string {
  const { actions = {}, connections = {} } = declaration;
  const isThere =
    name === '' || subresources.has(name) || Object.hasOwn(actions, name) || Object.hasOwn(connections, name);
  return isThere ? name : 'other';
}

const scopeOf = (info: RequestInfo): string =>
  !info.isResource ? '' : info.name !== '' ? 'resource' : info.namespace !== '' ? 'namespace' : 'cluster';

/** The joined labels of a served resource, without building the label object. */
const keyOf = (info: RequestInfo): string =>
  info.isResource
    ? `${info.verb} ${info.group} ${info.version} ${info.resource} ${info.subresource} ${scopeOf(info)}`
    : `${info.verb}     `;
