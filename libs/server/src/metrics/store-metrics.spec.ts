import { FakeClock } from '@orch/apimachinery';
import { ReleaseGates } from '@orch/api';
import { silentLogger } from '@orch/process';
import type { DamagedObject } from '@orch/registry';
import type { Storage } from '@orch/storage';
import { StoreTelemetry } from '../stores/store-telemetry.js';
import { metricsPage } from './metrics-page.js';
import { RequestMetrics } from './request-metrics.js';
import type { MeasuredStore } from './store-metrics.js';

const page = async (stores: readonly MeasuredStore[], damaged: readonly DamagedObject[] = []) =>
  (
    await metricsPage(new RequestMetrics(() => undefined), {
      product: 'orch',
      features: new ReleaseGates(24),
      stores,
      damagedObjects: () => damaged,
    }).read()
  ).text;
const status = {
  connected: true,
  newestRevision: 15,
  behindMs: 250,
  logLength: 7,
  reconnects: 1,
  rebuilds: 2,
};
const shared = (revision: number) =>
  ({ revision, confirm: () => undefined, status: () => status }) as unknown as Storage;

it('each shared store has its own series', async () => {
  const telemetry = new StoreTelemetry('main', new FakeClock(), silentLogger);
  telemetry.epochBegan(10, 20);
  telemetry.functionTook('commit', 2);
  const text = await page([
    { name: 'main', storage: shared(12), telemetry },
    { name: '/events', storage: shared(15), telemetry: undefined },
  ]);
  for (const line of [
    'connected{store="main"} 1',
    'behind_seconds{store="main"} 0.25',
    'behind_revisions{store="main"} 3',
    'behind_revisions{store="/events"} 0',
    'revision{store="main"} 12',
    'log_length{store="main"} 7',
    'reconnects_total{store="main"} 1',
    'rebuilds_total{store="main"} 2',
    'epochs_total{store="main"} 1',
    'function_duration_seconds_bucket{store="main",function="commit",le="0.001"} 0',
    'function_duration_seconds_bucket{store="main",function="commit",le="0.0025"} 1',
    'function_duration_seconds_sum{store="main",function="commit"} 0.002',
    'function_duration_seconds_count{store="main",function="commit"} 1',
  ])
    expect(text).toContain(`apiserver_storage_${line}\n`);
});

it('an embedded store has the size of its file', async () => {
  const storage = { diskFull: undefined, fileBytes: 81_920 } as unknown as Storage;
  const text = await page([{ name: 'main', storage, telemetry: undefined }]);
  expect(text).toContain('# HELP apiserver_storage_size_bytes [STABLE] ');
  expect(text).toContain(
    '# TYPE apiserver_storage_size_bytes gauge\napiserver_storage_size_bytes{storage_cluster_id="main"} 81920\n',
  );
  expect(text).not.toMatch(/apiserver_storage_(?!damaged|size)/);
});

it('a server without a store of that kind has none', async () =>
  expect(await page([{ name: 'main', storage: {} as Storage, telemetry: undefined }])).not.toMatch(
    /apiserver_storage_(?!damaged)/,
  ));

it('counts damaged objects, with at most 100 series', async () => {
  const damaged = Array.from({ length: 120 }, (_, i) => ({
    ...{ group: 'apps', resource: 'deployments', namespace: 'one', name: `d${i}` },
  }));
  const text = await page([], damaged);
  expect(text).toContain('apiserver_storage_damaged_objects 120\n');
  const series = text.split('\n').filter((line) => line.startsWith('apiserver_storage_damaged_object{'));
  expect(series).toHaveLength(100);
  expect(series[0]).toBe(
    'apiserver_storage_damaged_object{group="apps",resource="deployments",namespace="one",name="d0"} 1',
  );
});
