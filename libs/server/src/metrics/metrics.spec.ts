import { type ServerRequest, resolveRequestInfo, Buckets } from '@orch/http';
import { ReleaseGates, type ResourceDefinition } from '@orch/api';
import { metricsPage } from './metrics-page.js';
import { RequestMetrics } from './request-metrics.js';

const definition = (deprecation?: string) =>
  ({
    deprecation,
    subresources: new Map([['status', {}]]),
    declaration: { lifecycle: { removed: 25 } },
  }) as unknown as ResourceDefinition;
const configMaps = definition();
const metrics = () => new RequestMetrics((info) => (info.resource === 'configmaps' ? configMaps : undefined));
const request = (method: string, url: string, code = 200, bytes = 10, headers: object = {}): ServerRequest => {
  const info = resolveRequestInfo(method, url);
  return {
    info,
    method,
    url,
    headers,
    user: { username: 'ann', groups: [] },
    startedMs: 0,
    isLongRunning: info.verb === 'watch',
    reply: { statusCode: code },
    answerBytes: bytes,
  } as unknown as ServerRequest;
};

describe('request metrics', () => {
  it('D-227 all names are on the page', async () => {
    const kept = metrics();
    kept.started(request('GET', '/api/v1/configmaps'));
    kept.finished(request('GET', '/api/v1/configmaps', 200, 2_000), 30);
    const { text, contentType } = await metricsPage(kept, { product: 'orch', features: new ReleaseGates(24) }).read();
    expect(contentType).toContain('text/plain');
    const labels =
      'verb="LIST",group="",version="v1",resource="configmaps",subresource="",scope="cluster",component="apiserver"';
    expect(text).toContain(`apiserver_request_total{${labels},dry_run="",code="200"} 1\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_bucket{${labels},dry_run="",le="0.025"} 0\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_bucket{${labels},dry_run="",le="0.05"} 1\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_bucket{${labels},dry_run="",le="+Inf"} 1\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_sum{${labels},dry_run=""} 0.03\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_count{${labels},dry_run=""} 1\n`);
    expect(text).toContain(`apiserver_response_sizes_sum{${labels}} 2000\n`);
    for (const name of [
      'apiserver_current_inflight_requests',
      'apiserver_longrunning_requests',
      'apiserver_flowcontrol_rejected_requests_total',
      'process_cpu_seconds_total',
    ]) {
      expect(text).toContain(`# HELP ${name} `);
    }
  });
  it('D-235 features are on the page, by stage', async () => {
    const features = new ReleaseGates(24, new Map([['AnyVolumeDataSource', false]]));
    const { text } = await metricsPage(metrics(), { product: 'orch', features }).read();
    expect(text).toContain('orch_feature_enabled{name="AnyVolumeDataSource",stage="BETA"} 0\n');
    expect(text).toContain('orch_feature_enabled{name="RecoverVolumeExpansionFailure",stage="ALPHA"} 0\n');
    expect(text).toContain('orch_feature_enabled{name="CSIStorageCapacity",stage=""} 1\n');
  });
  const pageOf = (sources: Partial<Parameters<typeof metricsPage>[1]> = {}) =>
    metricsPage(metrics(), {
      product: 'orch',
      features: new ReleaseGates(),
      objectCounts: () => [
        { group: '', resource: 'pods', count: 2 },
        { group: 'apps', resource: 'deployments', count: 1 },
      ],
      ...sources,
    });
  const page = (sources?: Parameters<typeof pageOf>[0]) => pageOf(sources).read();

  it('B-394 every description begins with the stability class', async () => {
    const descriptions = [...(await page()).text.matchAll(/^# HELP (\S+) (.*)$/gm)];
    expect(descriptions.length).toBeGreaterThan(20);
    for (const [, name, help] of descriptions)
      expect([name, help]).toEqual([name, expect.stringMatching(/^\[(ALPHA|STABLE)\] /)]);
    expect((await page()).text).toContain('# HELP apiserver_request_total [STABLE] Requests');
  });

  it('B-397 a deprecated metric is described as such', async () => {
    const { read, deprecated } = pageOf();
    expect((await read()).text).toContain(
      '# HELP apiserver_cache_list_total [ALPHA] (Deprecated from 1.37) Lists that',
    );
    expect(deprecated).toEqual([{ metric: 'apiserver_cache_list_total', deprecated: '1.37' }]);
    expect(pageOf({ emulatedMinor: 36, showHidden: true }).deprecated).toEqual([
      { metric: 'apiserver_storage_objects', deprecated: '1.34' },
    ]);
  });

  it('B-396 B-399 B-400 B-401 a stable metric is shown for three releases, hidden in the next and then deleted', async () => {
    const shown = async (emulatedMinor: number, showHidden: boolean) =>
      /^apiserver_storage_objects\{resource="deployments.apps"\} 1$/m.test(
        (await page({ emulatedMinor, showHidden })).text,
      );
    const releases = [33, 34, 36, 37, 38];
    expect(await Promise.all(releases.map((minor) => shown(minor, false)))).toEqual([true, true, true, false, false]);
    expect(await Promise.all(releases.map((minor) => shown(minor, true)))).toEqual([true, true, true, true, false]);
    expect((await page()).text).toContain('apiserver_resource_objects{group="apps",resource="deployments"} 1\n');
  });

  it('D-227 open watches are counted while they are open, and have no duration', async () => {
    const kept = metrics();
    const watch = request('GET', '/api/v1/configmaps?watch=1');
    kept.started(watch);
    expect([...kept.longRunning.values()].map(({ count }) => count)).toEqual([1]);
    kept.finished(watch, 60_000);
    expect([...kept.longRunning.values()].map(({ count }) => count)).toEqual([0]);
    expect([...kept.all].map(({ durations }) => durations.total)).toEqual([0]);
  });
  it.each([
    ['POST', '/api/v1/namespaces/a/configmaps', {}, ['POST', 'resource', '']],
    ['POST', '/api/v1/namespaces/a/configmaps?dryRun=All', {}, ['POST', 'resource', 'All']],
    ['PUT', '/api/v1/namespaces/a/configmaps/b', {}, ['PUT', 'resource', '']],
    [
      'PATCH',
      '/api/v1/namespaces/a/configmaps/b',
      { 'content-type': 'application/merge-patch+json' },
      ['PATCH', 'resource', ''],
    ],
    [
      'PATCH',
      '/api/v1/namespaces/a/configmaps/b',
      { 'content-type': 'application/apply-patch+yaml' },
      ['APPLY', 'resource', ''],
    ],
    ['DELETE', '/api/v1/namespaces/a/configmaps', {}, ['DELETE', 'namespace', '']],
    ['GET', '/api/v1/namespaces/a/configmaps?watch=1', {}, ['WATCH', 'namespace', '']],
    ['GET', '/version', {}, ['GET', '', '']],
  ])(
    'D-227 %s %s has the verb, the scope and the dry run of the reference',
    (method, url, headers, [verb, scope, dryRun]) => {
      const kept = metrics();
      kept.finished(request(method, url, 200, 10, headers), 1);
      expect([...kept.all].map(({ labels }) => labels)).toMatchObject([{ verb, scope, dry_run: dryRun }]);
    },
  );
  it('counts the sizes of bodies, and what the server ended to protect itself', async () => {
    const kept = metrics();
    const path = '/api/v1/namespaces/a/configmaps';
    kept.finished(request('POST', path, 201, 10, { 'content-length': '60000' }), 1);
    kept.finished(request('GET', path, 429), 1);
    kept.finished(request('GET', path, 504), 1);
    kept.finished(request('GET', path, 404), 1);
    const { text } = await metricsPage(kept, { product: 'orch', features: new ReleaseGates(24) }).read();
    const sizes = 'apiserver_request_body_size_bytes_bucket{resource="configmaps",verb="create"';
    expect(text).toContain(`${sizes},le="50000"} 0\n`);
    expect(text).toContain(`${sizes},le="150000"} 1\n`);
    const terminations = text.match(/^apiserver_request_terminations_total.*$/gm)!;
    expect(terminations.map((line) => line.replace(/.*code="(\d+)"\} /, '$1: '))).toEqual(['429: 1', '504: 1']);
  });
  it('finds the series of a known path without building its labels', () => {
    let lookups = 0;
    const kept = new RequestMetrics(() => (lookups++, configMaps));
    for (let i = 0; i < 3; i++) {
      kept.finished(request('GET', '/api/v1/namespaces/a/configmaps/b'), 1);
      kept.finished(request('GET', '/version'), 1);
    }
    expect(lookups).toBe(1);
    expect([...kept.all]).toHaveLength(2);
  });
  it('unknown paths and verbs share one series', () => {
    const kept = metrics();
    for (let i = 0; i < 100; i++) {
      kept.finished(request('GET', `/apis/g${i}.io/v1/things${i}`, 404), 1);
      kept.finished(request('GET', `/nope${i}`, 404), 1);
      kept.finished(request(`M${i}`, '/nope', 404), 1);
    }
    expect([...kept.all].length).toBe(3);
  });
  it('unknown sub-resources share one series', () => {
    const kept = metrics();
    for (const part of ['status', ...Array.from({ length: 100 }, (_, i) => `made-up-${i}`)]) {
      kept.finished(request('GET', `/api/v1/namespaces/a/configmaps/b/${part}`, 404), 1);
    }
    expect([...kept.all].map(({ labels }) => labels['subresource'])).toEqual(['status', 'other']);
  });
});

describe('Buckets', () => {
  it('counts a value equal to a bound in its bucket', () => {
    const buckets = new Buckets([1, 2]);
    for (const value of [0.5, 1, 1.5, 2, 3]) buckets.observe(value);
    expect([buckets.counts, buckets.sum, buckets.total]).toEqual([[2, 2, 1], 8, 5]);
  });
});
