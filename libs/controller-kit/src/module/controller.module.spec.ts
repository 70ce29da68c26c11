import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock, FakeClock } from '@orch/apimachinery';
import {
  builtinResources,
  Client,
  InformerFactory,
  type HasMetadata,
  type Lister,
  type ObjectKey,
  type ResourceClient,
} from '@orch/client';
import { FakeApiServer } from '@orch/client-testing';
import { Logger } from '@orch/process';
import { vocabularies, Vocabulary } from '@orch/vocabulary';
import { ControllerContext } from '../controller/controller-context.js';
import { EventRecorder } from '../event-recorder/event-recorder.js';
import { InjectLister, InjectResourceClient } from '../injection/injection.js';
import { ControllerManager } from '../manager/controller-manager.js';
import { ControllerModuleOptions } from '../manager/controller-module-options.js';
import { Reconciler } from '../reconcile/reconciler.js';
import { DONE, type Result } from '../reconcile/result.js';
import { RecordingLogger } from '../testing/recording-logger.js';
import { watch } from '../watches/watch.js';
import { ControllerModule } from './controller.module.js';

const { configMaps } = builtinResources;
const MAPS = '/api/v1/namespaces/ns/configmaps';
const LEASES = '/apis/coordination.orch.io/v1/namespaces/orch-system/leases';
const done = (): Promise<Result> => Promise.resolve(DONE);

@Injectable()
class Greetings {
  constructor(readonly logger: Logger) {}
}

@Reconciler({
  name: 'greeter',
  watches: ({ product }) => [watch(configMaps, { options: { labelSelector: `for=${product}` } })],
})
class Greeter implements Reconciler {
  static made: Greeter | undefined;
  readonly turns: ObjectKey[] = [];
  constructor(
    @InjectLister(configMaps, ({ product }) => ({ labelSelector: `for=${product}` })) readonly maps: Lister,
    @InjectResourceClient(configMaps) readonly resource: ResourceClient<HasMetadata>,
    readonly client: Client,
    readonly informers: InformerFactory,
    readonly events: EventRecorder,
    readonly clock: Clock,
    readonly logger: Logger,
    readonly vocabulary: Vocabulary,
    readonly context: ControllerContext,
    readonly greetings: Greetings,
  ) {
    Greeter.made = this;
  }
  reconcile(key: ObjectKey): Promise<Result> {
    this.turns.push(key);
    return done();
  }
}

describe('ControllerModule', () => {
  let server: FakeApiServer;
  let client: Client;
  beforeEach(async () => {
    server = await FakeApiServer.start();
    client = new Client({
      configuration: { server: server.url, tls: {}, credentials: { type: 'none' }, namespace: 'default' },
      vocabulary: vocabularies.orch,
    });
  });
  afterEach(async () => {
    await client.close();
    await server.stop();
  });

  const start = (...imports: NonNullable<Parameters<typeof Module>[0]['imports']>) => {
    @Module({ imports })
    class AppModule {}
    return NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
  };
  const quiet = (more: Partial<ControllerModuleOptions> = {}) =>
    ControllerModule.forRoot({ client, logger: new RecordingLogger(), ...more });

  it('injects what the kit provides, listers, resource clients and providers of the feature', async () => {
    const clock = new FakeClock();
    const feature = ControllerModule.forFeature([Greeter], { providers: [Greetings] });
    server.put(`${MAPS}/a`, { metadata: { labels: { for: 'orch' } } });
    const app = await start(quiet({ clock }), feature);
    const { made } = Greeter;
    expect(app.get(Greeter)).toBe(made);
    expect(made).toMatchObject({ client, clock, vocabulary: vocabularies.orch });
    expect(made?.informers.lister(configMaps, { labelSelector: 'for=orch' })).toBe(made?.maps);
    expect(made?.maps.get({ namespace: 'ns', name: 'a' })).toBeDefined();
    expect(await made?.resource.find({ namespace: 'ns', name: 'a' })).toBeDefined();
    expect(made?.context).toMatchObject({ name: 'greeter', events: made?.events, logger: made?.logger });
    expect(made?.greetings.logger).toBe(made?.logger);
    expect(made?.turns).toEqual([{ namespace: 'ns', name: 'a' }]);
    await app.close();
  });

  it('takes options from providers of other modules', async () => {
    @Module({ providers: [{ provide: Client, useFactory: () => client }], exports: [Client] })
    class ConnectionModule {}
    const logger = new RecordingLogger();
    const root = ControllerModule.forRootAsync({
      imports: [ConnectionModule],
      inject: [Client],
      useFactory: async (given: Client) => Promise.resolve({ client: given, logger }),
    });
    const app = await start(root, ControllerModule.forFeature([Greeter], { providers: [Greetings] }));
    expect(Greeter.made?.client).toBe(client);
    await app.close();
  });

  it('a provider of the class replaces the constructor; workers replace those of the decorator', async () => {
    const greeter = { reconcile: done };
    const logger = new RecordingLogger();
    const feature = ControllerModule.forFeature([Greeter], {
      providers: [{ provide: Greeter, useValue: greeter }],
      workers: 7,
    });
    const app = await start(quiet({ logger }), feature);
    expect(app.get(Greeter)).toBe(greeter);
    expect(logger.lines).toContainEqual({ level: 'debug', message: 'starting controller', fields: { workers: 7 } });
    await app.close();
  });

  it('exports reconcilers to the module that registers them', async () => {
    @Injectable()
    class Observer {
      constructor(readonly greeter: Greeter) {}
    }
    @Module({ imports: [ControllerModule.forFeature([Greeter], { providers: [Greetings] })], providers: [Observer] })
    class GreetingModule {}
    const app = await start(quiet(), GreetingModule);
    expect(app.get(Observer).greeter).toBe(Greeter.made);
    await app.close();
  });

  it('refuses a class without @Reconciler', () => {
    class Plain {
      reconcile = done;
    }
    expect(() => ControllerModule.forFeature([Plain])).toThrow(
      'Plain is not a reconciler: decorate it with @Reconciler',
    );
  });

  it('close ends workers, then releases the lease, and sends the queued events', async () => {
    const order: string[] = [];
    server.put(`${MAPS}/a`, { metadata: {} });
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    @Reconciler({ name: 'slow', watches: [watch(configMaps)] })
    class Slow implements Reconciler {
      constructor(
        @InjectLister(configMaps) private readonly maps: Lister,
        private readonly events: EventRecorder,
      ) {}
      reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
        begin();
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            order.push(`worker ended, lease ${holder() === '' ? 'released' : 'held'}`);
            this.events.record(this.maps.get(key)!, 'Normal', 'Stopped', 'stopped');
            resolve(DONE);
          }),
        );
      }
    }
    const holder = () =>
      (server.get(`${LEASES}/slow`) as { spec?: { holderIdentity?: string } } | undefined)?.spec?.holderIdentity;
    const app = await start(
      ControllerModule.forRoot({ client, logger: new RecordingLogger(), leaderElect: true }),
      ControllerModule.forFeature([Slow]),
    );
    await begun;
    await app.close();
    expect(order).toEqual(['worker ended, lease held']);
    expect(holder()).toBe('');
    const events = await client.resource(builtinResources.events).namespace('ns').list();
    expect(events.items).toMatchObject([{ reason: 'Stopped' }]);
  });

  it('a failure is reported, and without a handler ends the process with status 1', async () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
    const logger = new RecordingLogger();
    const errors: unknown[] = [];
    const leaseTimes = { leaseSeconds: 1, renewDeadlineSeconds: 0.5, retrySeconds: 0.1 };
    const loseLease = async (leaseName: string, onFailure?: (error: unknown) => void): Promise<void> => {
      const feature = ControllerModule.forFeature([Greeter], { providers: [Greetings] });
      const more = onFailure ? { onFailure } : {};
      const app = await start(quiet({ logger, leaderElect: true, leaseName, leaseTimes, ...more }), feature);
      await server.untilObject(`${LEASES}/${leaseName}`, (lease) => JSON.stringify(lease).includes('acquireTime'));
      server.put(`${LEASES}/${leaseName}`, { spec: { holderIdentity: 'other', leaseDurationSeconds: 60 } });
      // Another holds it, or on a busy machine its renewal came too late before that.
      await expect(app.get(ControllerManager).failure).rejects.toThrow(`lost the lease ${leaseName}`);
      await app.close();
    };
    await loseLease('handled', (error) => errors.push(error));
    expect([errors.length, exit.mock.calls]).toEqual([1, []]);
    await loseLease('not-handled');
    expect(exit.mock.calls).toEqual([[1]]);
    expect(logger.lines.filter(({ message }) => message === 'controllers failed')).toHaveLength(1);
    exit.mockRestore();
  });
});
