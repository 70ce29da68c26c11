import { TestServer } from '@orch/server-testing';
import type { Agent } from 'undici';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('metrics of the server itself', () => {
  let server: TestServer;
  let agent: Agent;
  const call = (method: string, path: string, body?: object) =>
    server.call(path, { method, agent, headers: { 'content-type': 'application/json' }, ...(body && { body }) });
  const page = async () => (await call('GET', '/metrics')).text;
  const valueIn = (text: string, series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))!
        .slice(series.length + 1),
    );

  beforeAll(async () => {
    server = await TestServer.start();
    agent = await server.admin();
  });
  afterAll(() => TestServer.closeAll());

  it('count changes by resource, those of them that watches could see, and say how far the cache is', async () => {
    const cache = 'apiserver_watch_cache_';
    const of = '{resource="configmaps"}';
    const before = await page();
    await call('POST', MAPS, { metadata: { name: 'a' } });
    await call('PUT', `${MAPS}/a`, { metadata: { name: 'a' }, data: { a: '1' } });
    const { body } = await agent.request({ origin: server.server.url, path: `${MAPS}?watch=1`, method: 'GET' });
    const last = (await call('DELETE', `${MAPS}/a`)).code;
    expect(last).toBe(200);
    // The watch has all changes: the cache, too.
    let text = '';
    for await (const piece of body as AsyncIterable<Buffer>) if ((text += piece.toString()).includes('DELETED')) break;
    const deleted = text.split('\n').find((line) => line.includes('DELETED'))!;
    const { resourceVersion } = (JSON.parse(deleted) as { object: { metadata: { resourceVersion: string } } }).object
      .metadata;
    const after = await page();
    const gained = (name: string) => valueIn(after, `${cache}${name}${of}`) - valueIn(before, `${cache}${name}${of}`);
    expect([gained('events_received_total'), gained('events_dispatched_total')]).toEqual([3, 1]);
    expect(valueIn(after, `${cache}resource_version${of}`)).toBeGreaterThanOrEqual(Number(resourceVersion));
    expect(valueIn(after, `${cache}events_received_total{resource="deployments.apps"}`)).toBe(0);
    expect(valueIn(after, `apiserver_terminated_watchers_total${of}`)).toBe(0);
  });

  it('measure the filters of authentication and authorization', async () => {
    const text = await page();
    const name = 'apiserver_request_filter_duration_seconds';
    for (const filter of ['authentication', 'authorization']) {
      expect(valueIn(text, `${name}_count{filter="${filter}"}`)).toBeGreaterThan(0);
      const bounds = [...text.matchAll(new RegExp(`^${name}_bucket\\{filter="${filter}",le="([^"]+)"`, 'gm'))];
      expect(bounds.map(([, bound]) => bound)).toEqual(
        ['0.0001', '0.0003', '0.001', '0.003', '0.01', '0.03', '0.1', '0.3', '1', '5', '10', '15', '30', '+Inf'], // prettier-ignore
      );
    }
  });

  it('have the size of the database file', async () => {
    const before = valueIn(await page(), 'apiserver_storage_size_bytes{storage_cluster_id="main"}');
    expect(before).toBeGreaterThan(0);
    for (let n = 0; n < 4; n++) await call('POST', MAPS, { metadata: { name: `large-${n}` }, data: { a: 'x'.repeat(500_000) } });
    expect(valueIn(await page(), 'apiserver_storage_size_bytes{storage_cluster_id="main"}')).toBeGreaterThan(before + 1_000_000);
  }); // prettier-ignore

  it('B-394 have a class: STABLE where kube-apiserver has it, else ALPHA', async () => {
    const text = await page();
    const admission = ['webhook', 'step', 'controller'].map((name) => `apiserver_admission_${name}_admission_duration_seconds`);
    const requests = ['total', 'duration_seconds'].map((name) => `apiserver_request_${name}`);
    const stabilityOf = (name: string) => new RegExp(`^# HELP ${name} \\[(\\w+)\\]`, 'm').exec(text)?.[1];
    const stabilities = (names: readonly string[]) => names.map((name) => [name, stabilityOf(name)]);
    const all = (names: readonly string[], stability: string) => names.map((name) => [name, stability]);
    const stable = [...admission, ...requests, 'apiserver_storage_size_bytes', 'apiserver_requested_deprecated_apis'];
    expect(stabilities(stable)).toEqual(all(stable, 'STABLE'));
    const alpha = ['apiserver_flowcontrol_dispatched_requests_total', 'registered_metrics_total'];
    expect(stabilities(alpha)).toEqual(all(alpha, 'ALPHA'));
  }); // prettier-ignore

  it('B-394 B-399 count the metrics of the page by stability and deprecation, and hidden ones', async () => {
    const text = await page();
    const counted = [
      ...text.matchAll(/^registered_metrics_total\{stability_level="(\w+)",deprecated_version="([^"]*)"\} (\d+)$/gm),
    ];
    const all = (stability: string) =>
      counted.filter(([, level]) => level === stability).reduce((sum, [, , , count]) => sum + Number(count), 0);
    const own = text.slice(text.indexOf('# HELP apiserver_request_total')).split('\n');
    for (const stability of ['STABLE', 'ALPHA']) {
      expect(all(stability)).toBe(
        own.filter((line) => line.startsWith('# HELP') && line.includes(` [${stability}] `)).length,
      );
      expect(all(stability)).toBeGreaterThan(0);
    }
    const cacheList = own.filter((line) => line.includes('(Deprecated from 1.37) ')).length;
    expect(counted.find(([, , since]) => since === '1.37.0')?.[3]).toBe(String(cacheList));
    expect(text).toContain('# HELP hidden_metrics_total [ALPHA] ');
    const hidden = valueIn(text, 'hidden_metrics_total');
    const older = await TestServer.start({ emulatedMinor: 31 });
    const shown = (await older.call('/metrics', { agent: await older.admin() })).text;
    expect([hidden, valueIn(shown, 'hidden_metrics_total')]).toEqual([1, 1]);
  });
});
