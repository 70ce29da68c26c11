import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { builtinResources, Client, type ObjectKey } from '@orch/client';
import { FakeApiServer } from '@orch/client-testing';
import { startRedis, type TestRedis } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { ControllerModule } from '../module/controller.module.js';
import { Reconciler } from '../reconcile/reconciler.js';
import { DONE, type Result } from '../reconcile/result.js';
import { TerminalError } from '../reconcile/terminal-error.js';
import { RecordingLogger } from '../testing/recording-logger.js';
import { watch } from '../watches/watch.js';
import { ControllerEndpointsModule } from './controller-endpoints.module.js';

const MAPS = '/api/v1/namespaces/ns/configmaps';

@Reconciler({ name: 'mixed', watches: [watch(builtinResources.configMaps)], backoff: { firstMs: 60_000 } })
class Mixed implements Reconciler {
  reconcile({ name }: ObjectKey): Promise<Result> {
    if (name === 'fails') throw new Error('no');
    if (name === 'terminal') throw new TerminalError('never');
    return Promise.resolve(name === 'again' ? { requeueAfterMs: 60_000 } : DONE);
  }
}

describe.each(['memory', 'redis'])('endpoints of controllers with work queues in %s', (form) => {
  let redis: TestRedis | undefined;
  let server: FakeApiServer;
  let client: Client;
  let app: NestFastifyApplication;
  const get = async (url: string) => {
    // Repeated requests leave turns to the connection of the queue.
    await new Promise((resolve) => setImmediate(resolve));
    return (await app.inject({ method: 'GET', url })) as { statusCode: number; body: string };
  };

  beforeAll(async () => {
    server = await FakeApiServer.start();
    for (const name of ['good', 'fails', 'terminal', 'again']) server.put(`${MAPS}/${name}`, {});
    client = new Client({
      configuration: { server: server.url, tls: {}, credentials: { type: 'none' }, namespace: 'default' },
      vocabulary: vocabularies.orch,
    });
    if (form === 'redis') redis = await startRedis();
    const root = ControllerModule.forRoot({
      client,
      logger: new RecordingLogger(),
      ...(redis && { workQueue: { urls: [redis.url] } }),
    });
    @Module({ imports: [root, ControllerModule.forFeature([Mixed]), ControllerEndpointsModule] })
    class AppModule {}
    app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: false });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(async () => {
    await app.close();
    await client.close();
    await server.stop();
    await redis?.stop();
  });

  it('counts reconciles by controller and result', async () => {
    let { statusCode, body } = await get('/metrics');
    // Keys of a shared queue come from another process.
    while (!body.includes('workqueue_work_duration_seconds_count{name="mixed"} 4'))
      ({ statusCode, body } = await get('/metrics'));
    expect(statusCode).toBe(200);
    for (const line of [
      'controller_runtime_reconcile_total{controller="mixed",result="success"} 1',
      'controller_runtime_reconcile_total{controller="mixed",result="requeue_after"} 1',
      'controller_runtime_reconcile_total{controller="mixed",result="error"} 2',
      'controller_runtime_reconcile_errors_total{controller="mixed"} 2',
      'controller_runtime_terminal_reconcile_errors_total{controller="mixed"} 1',
      'controller_runtime_reconcile_time_seconds_count{controller="mixed"} 4',
      'workqueue_depth{name="mixed"} 0',
      'workqueue_adds_total{name="mixed"} 4',
      'workqueue_retries_total{name="mixed"} 1',
      'workqueue_queue_duration_seconds_count{name="mixed"} 4',
      'workqueue_work_duration_seconds_count{name="mixed"} 4',
      'workqueue_work_duration_seconds_bucket{le="1e-8",name="mixed"} 0',
      'workqueue_unfinished_work_seconds{name="mixed"} 0',
      'workqueue_longest_running_processor_seconds{name="mixed"} 0',
      'leader_election_master_status 1',
    ]) {
      expect(body.split('\n')).toContain(line);
    }
  });

  it('is live always, and ready from synced caches to the stop', async () => {
    expect(await get('/healthz')).toMatchObject({ statusCode: 200, body: 'ok' });
    expect(await get('/readyz')).toMatchObject({ statusCode: 200, body: 'ok' });
    if (redis) {
      await redis.kill();
      let answer = await get('/readyz');
      while (answer.statusCode === 200) answer = await get('/readyz');
      expect(answer.body).toContain('work queue: Redis is unreachable');
      expect(await get('/livez')).toMatchObject({ statusCode: 200 });
      expect((await get('/metrics')).statusCode).toBe(200);
      await redis.restart();
      while (answer.statusCode !== 200) answer = await get('/readyz');
    }
    app.get(ControllerRuntime).phase = 'stopping';
    expect(await get('/readyz')).toMatchObject({ statusCode: 503 });
    expect(await get('/livez')).toMatchObject({ statusCode: 200 });
  });
});
