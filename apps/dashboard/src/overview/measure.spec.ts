import { ratesBetween, readingOf } from './measure';

const metrics = (gets: number, fast: number, all: number): string => `# TYPE apiserver_request_total counter
apiserver_request_total{verb="GET",code="200"} ${gets}
apiserver_request_total{verb="WATCH",code="200"} 900
apiserver_request_total{verb="PUT",code="503"} ${gets / 10}
apiserver_request_duration_seconds_bucket{verb="GET",le="0.1"} ${fast}
apiserver_request_duration_seconds_bucket{verb="GET",le="0.2"} ${all}
apiserver_request_duration_seconds_bucket{verb="GET",le="+Inf"} ${all}
apiserver_request_duration_seconds_bucket{verb="WATCH",le="+Inf"} 9999
apiserver_resource_objects{group="apps",resource="deployments"} 7
process_cpu_seconds_total ${gets / 100}
apiserver_watch_cache_events_dispatched_total{resource="pods"} ${gets * 2}
nodejs_eventloop_lag_p99_seconds 0.012
`;

describe('measure', () => {
  test('rates and quantiles are those between two readings; watches are not requests that are waited for', () => {
    const before = readingOf(metrics(100, 50, 50), 1_000);
    const after = readingOf(metrics(200, 100, 150), 11_000);
    expect(after.objects).toEqual([{ group: 'apps', resource: 'deployments', count: 7 }]);
    expect(ratesBetween(before, after)).toEqual({
      timeMs: 11_000,
      readsPerSecond: 10,
      writesPerSecond: 1,
      errorsPerSecond: 1,
      medianMs: 100,
      p99Ms: 198,
      cores: 0.1,
      changesPerSecond: 20,
      watchLagMs: 2,
    });
  });

  test('a server that was started again has no rates', () => {
    expect(ratesBetween(readingOf(metrics(100, 0, 0), 0), readingOf(metrics(10, 0, 0), 5_000))).toBeUndefined();
  });
});
