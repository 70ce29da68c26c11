import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inject, Module, type Type } from '@nestjs/common';
import { FakeClock } from '@orch/apimachinery';
import {
  Client,
  builtinResources,
  type HasMetadata,
  type Lister,
  type ObjectKey,
  type ResourceClient,
} from '@orch/client';
import { FakeApiServer } from '@orch/client-testing';
import { UserFacingError } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import { Controller } from '../controller/controller.js';
import { InjectLister, InjectResourceClient } from '../injection/injection.js';
import { ControllerModule } from '../module/controller.module.js';
import type { ReconcilerOptions } from '../reconcile/reconciler-options.js';
import { Reconciler } from '../reconcile/reconciler.js';
import { DONE, type Result } from '../reconcile/result.js';
import { RecordingLogger } from '../testing/recording-logger.js';
import { watch } from '../watches/watch.js';
import { runController, runControllers, type RunControllersOptions } from './run-controllers.js';

interface ConfigMap extends HasMetadata {
  data?: Record<string, string>;
}
const MAPS = '/api/v1/namespaces/ns/configmaps';
const LEASES = '/apis/coordination.orch.io/v1/namespaces/orch-system/leases';
const dataOf = (object: HasMetadata | undefined): Record<string, string> =>
  (object as ConfigMap | undefined)?.data ?? {};

const configMaps = builtinResources.configMaps;

/** Puts `<name>: seen` on every map that lacks it. */
function marker(
  name: string,
  watches: ReconcilerOptions['watches'] = [watch<ConfigMap>(configMaps)],
): Type<Reconciler> {
  @Reconciler({ name, watches })
  class Marker implements Reconciler {
    constructor(
      @InjectLister<ConfigMap>(configMaps) private readonly maps: Lister<ConfigMap>,
      @InjectResourceClient<ConfigMap>(configMaps) private readonly client: ResourceClient<ConfigMap>,
    ) {}

    async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
      const map = this.maps.get(key);
      if (!map || map.data?.[name]) return DONE;
      await this.client.patch(key, 'merge', { data: { ...map.data, [name]: 'seen' } }, { signal });
      return DONE;
    }
  }
  return Marker;
}

/** A client configuration without credentials. */
const configOf = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server } }],
    contexts: [{ name: 'c', context: { cluster: 'c' } }],
    'current-context': 'c',
  });

/** A reconciler of one function. */
function reconcilerOf(options: ReconcilerOptions, reconcile: Reconciler['reconcile']): Type<Reconciler> {
  @Reconciler(options)
  class FunctionReconciler implements Reconciler {
    readonly reconcile = reconcile;
  }
  return FunctionReconciler;
}

const runAll = (reconcilers: readonly Type<Reconciler>[], options: RunControllersOptions) =>
  runControllers([ControllerModule.forFeature(reconcilers)], options);

/** Node's own `getMaxListeners` takes no signal whose limit is 0. */
function maxListenersOf(signal: AbortSignal): unknown {
  const symbol = Object.getOwnPropertySymbols(signal).find(({ description = '' }) =>
    /maxEventTargetL/.test(description),
  );
  return symbol && (signal as unknown as Record<symbol, unknown>)[symbol];
}

describe('runControllers', () => {
  let server: FakeApiServer;
  let client: Client;
  const options = (more: Partial<RunControllersOptions> = {}): RunControllersOptions => ({
    vocabulary: vocabularies.orch,
    client,
    ...more,
  });

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

  it('reconciles existing and new objects', async () => {
    server.put(`${MAPS}/a`, {});
    let synced = 0;
    const running = await runController(marker('m'), options({ onSynced: () => synced++ }));
    expect(synced).toBe(1);
    await server.untilObject(`${MAPS}/a`, (object) => dataOf(object)['m'] === 'seen');
    server.put(`${MAPS}/b`, {});
    await server.untilObject(`${MAPS}/b`, (object) => dataOf(object)['m'] === 'seen');
    await running.stop();
  });

  it.each([false, true])('many calls may listen for the stop (leader election: %s)', async (leaderElect) => {
    server.put(`${MAPS}/a`, {});
    const limits: unknown[] = [];
    const listening = reconcilerOf({ name: 'm', watches: [watch<ConfigMap>(configMaps)] }, (key, signal) => {
      limits.push(maxListenersOf(signal));
      if (key.name === 'a') server.put(`${MAPS}/seen`, {});
      return Promise.resolve(DONE);
    });
    const running = await runController(listening, options({ leaderElect }));
    await server.untilObject(`${MAPS}/seen`, (object) => object !== undefined);
    expect(new Set(limits)).toEqual(new Set([0]));
    await running.stop();
  });

  it('several in one process share their informers', async () => {
    const running = await runAll([marker('m'), marker('n')], options());
    server.put(`${MAPS}/a`, {});
    await server.untilObject(`${MAPS}/a`, (object) => dataOf(object)['m'] === 'seen' && dataOf(object)['n'] === 'seen');
    expect(server.openWatches).toBe(1);
    await running.stop();
    await expect(runAll([marker('m'), marker('m')], options())).rejects.toThrow('two controllers are called m');
  });

  it('mapToKeys gets the old and the new state', async () => {
    const seen: string[] = [];
    const mapped = watch<ConfigMap>(configMaps, {
      filter: (change) => change.type !== 'deleted',
      mapToKeys: (map) => [{ namespace: '', name: map.data!['owner']! }],
    });
    const mapper = reconcilerOf({ name: 'mapper', watches: [mapped] }, (key) => {
      seen.push(key.name);
      server.put('/api/v1/namespaces/ns/secrets/seen', {});
      return Promise.resolve(DONE);
    });
    const running = await runController(mapper, options());
    server.put(`${MAPS}/a`, { data: { owner: 'x' } });
    await server.untilObject('/api/v1/namespaces/ns/secrets/seen', () => seen.length === 1);
    server.put(`${MAPS}/odd`, {});
    server.put(`${MAPS}/a`, { data: { owner: 'y' } });
    await server.untilObject('/api/v1/namespaces/ns/secrets/seen', () => seen.length === 3);
    expect(seen).toEqual(['x', 'x', 'y']);
    await running.stop();
  });

  it('injects Nest providers into the reconciler', async () => {
    const GREETING = Symbol('greeting');
    @Module({ providers: [{ provide: GREETING, useValue: 'hello' }], exports: [GREETING] })
    class GreetingModule {}
    let got: string | undefined;
    @Reconciler({ name: 'injected', watches: [] })
    class Injected implements Reconciler {
      constructor(@Inject(GREETING) greeting: string) {
        got = greeting;
      }

      reconcile(): Promise<Result> {
        return Promise.resolve(DONE);
      }
    }
    const module_ = ControllerModule.forFeature([Injected], { imports: [GreetingModule] });
    const running = await runControllers([module_], options());
    expect(got).toBe('hello');
    await running.stop();
  });

  it('with leader election one of two processes reconciles; the other takes over after a stop', async () => {
    const first = await runController(marker('m'), options({ leaderElect: true }));
    const second = await runController(marker('m'), options({ leaderElect: true }));
    await server.untilObject(`${LEASES}/m`, (lease) =>
      Boolean((lease as { spec?: { holderIdentity?: string } }).spec?.holderIdentity),
    );
    const holder = JSON.stringify(
      (server.get(`${LEASES}/m`) as { spec?: { holderIdentity?: string } }).spec?.holderIdentity,
    );
    await first.stop();
    await server.untilObject(`${LEASES}/m`, (lease) => {
      const now = (lease as { spec?: { holderIdentity?: string } }).spec?.holderIdentity;
      return Boolean(now) && JSON.stringify(now) !== holder;
    });
    server.put(`${MAPS}/a`, {});
    await server.untilObject(`${MAPS}/a`, (object) => dataOf(object)['m'] === 'seen');
    await second.stop();
  });

  it('with leader election all controllers of a process share one Lease, and its holder runs all of them', async () => {
    const both = () => runAll([marker('m'), marker('n')], options({ leaderElect: true, leaseName: 'both' }));
    const first = await both();
    const second = await both();
    const holderOf = (lease: unknown) => (lease as { spec?: { holderIdentity?: string } }).spec?.holderIdentity;
    await server.untilObject(`${LEASES}/both`, (lease) => Boolean(holderOf(lease)));
    server.put(`${MAPS}/a`, {});
    await server.untilObject(`${MAPS}/a`, (object) => dataOf(object)['m'] === 'seen' && dataOf(object)['n'] === 'seen');
    const holder = holderOf(server.get(`${LEASES}/both`));
    await first.stop();
    await server.untilObject(`${LEASES}/both`, (lease) => Boolean(holderOf(lease)) && holderOf(lease) !== holder);
    server.put(`${MAPS}/b`, {});
    await server.untilObject(`${MAPS}/b`, (object) => dataOf(object)['m'] === 'seen' && dataOf(object)['n'] === 'seen');
    for (const name of ['m', 'n', 'm.n']) expect(server.get(`${LEASES}/${name}`)).toBeUndefined();
    await second.stop();
  });

  it('a failed controller stops all others of the process before the Lease is released', async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const leaseAtEnd: unknown[] = [];
    const waiting = reconcilerOf({ name: 'waiting', watches: [watch<ConfigMap>(configMaps)] }, (_key, signal) => {
      begin();
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          leaseAtEnd.push(server.get(`${LEASES}/both`));
          resolve(DONE);
        }),
      );
    });
    const failing = marker('failing', []);
    const run = jest.spyOn(Controller.prototype, 'run').mockImplementationOnce(async () => {
      await begun;
      throw new Error('broken');
    });
    server.put(`${MAPS}/a`, {});
    const running = await runAll([failing, waiting], options({ leaderElect: true, leaseName: 'both' }));
    await expect(running.failure).rejects.toThrow('broken');
    expect(leaseAtEnd).toMatchObject([{ spec: { leaseDurationSeconds: 15 } }]);
    expect(server.get(`${LEASES}/both`)).toMatchObject({ spec: { holderIdentity: '' } });
    await running.stop();
    run.mockRestore();
  });

  it('a stop waits for the running reconcile and ends the watches', async () => {
    let inTurn: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => (inTurn = resolve));
    let ended = false;
    const slow = reconcilerOf({ name: 'slow', watches: [watch(configMaps)] }, (_key, signal) => {
      inTurn();
      return new Promise((resolve) =>
        signal.addEventListener('abort', () =>
          setImmediate(() => {
            ended = true;
            resolve(DONE);
          }),
        ),
      );
    });
    server.put(`${MAPS}/a`, {});
    const running = await runController(slow, options());
    await turn;
    await running.stop();
    expect(ended).toBe(true);
  });

  it('a reconcile that does not end does not block the stop', async () => {
    const clock = new FakeClock();
    const logger = new RecordingLogger();
    let inTurn: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => (inTurn = resolve));
    const stuck = reconcilerOf({ name: 'stuck', watches: [watch(configMaps)] }, () => {
      inTurn();
      return new Promise(() => undefined);
    });
    server.put(`${MAPS}/a`, {});
    const running = await runController(stuck, options({ clock, logger }));
    await turn;
    const stopped = running.stop();
    clock.advance(3_500);
    // Promises awaited during the shutdown resolve without time passing.
    await stopped;
    expect(logger.lines.map((line) => line.message)).toContain('shutdown timed out');
  });

  it('a start that is aborted before the informers are synced rejects', async () => {
    await server.stop();
    const abort = new AbortController();
    const start = runController(marker('m'), options({ signal: abort.signal }));
    setImmediate(() => abort.abort(new Error('SIGTERM')));
    await expect(start).rejects.toThrow('was stopped before it was synced');
    server = await FakeApiServer.start();
  });

  it('finds the configuration below the data directory', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'orch-kit-'));
    writeFileSync(join(dataDir, 'admin.conf'), configOf(server.url));
    const logger = new RecordingLogger();
    const environment = { KUBECONFIG: '/elsewhere' };
    const running = await runController(marker('m'), { vocabulary: vocabularies.orch, dataDir, environment, logger });
    await running.stop();
    const loaded = {
      level: 'info',
      message: 'client configuration loaded',
      fields: { process: 'm', file: join(dataDir, 'admin.conf'), server: server.url },
    };
    const ignored = {
      level: 'warn',
      message: 'environment variable of the other vocabulary ignored',
      fields: { process: 'm', ignored: 'KUBECONFIG', use: 'ORCHCONFIG, --orchconfig or --vocabulary=kubernetes' },
    };
    expect(logger.lines.slice(0, 2)).toEqual([loaded, ignored]);
    rmSync(dataDir, { recursive: true });
    const nowhere = runController(marker('m'), { vocabulary: vocabularies.orch, dataDir, environment: {} });
    await expect(nowhere).rejects.toThrow(UserFacingError);
    await expect(nowhere).rejects.toThrow('an API server writes one into its data directory: start it first');
  });

  it.each([
    ['a file is named', (file: string) => ({ configFile: file, environment: { KUBECONFIG: '/elsewhere' } })],
    ['its own is set', (file: string) => ({ environment: { KUBECONFIG: '/elsewhere', ORCHCONFIG: file } })],
  ])('does not warn of the variable of the other vocabulary when %s', async (_when, of) => {
    const directory = mkdtempSync(join(tmpdir(), 'orch-kit-'));
    const file = join(directory, 'x.conf');
    writeFileSync(file, configOf(server.url));
    const logger = new RecordingLogger();
    const running = await runController(marker('m'), { vocabulary: vocabularies.orch, logger, ...of(file) });
    await running.stop();
    rmSync(directory, { recursive: true });
    expect(logger.lines.filter(({ level }) => level === 'warn')).toEqual([]);
    expect(logger.lines[0]).toMatchObject({ message: 'client configuration loaded', fields: { file } });
  });
});
