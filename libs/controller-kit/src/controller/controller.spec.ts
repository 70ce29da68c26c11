import { FakeClock } from '@orch/apimachinery';
import { builtinResources, ObjectCache, type InformerChange, type InformerFactory } from '@orch/client';
import { Subject } from 'rxjs';
import type { ControllerOptions } from '../reconcile/reconciler-options.js';
import { DONE } from '../reconcile/result.js';
import { RecordingLogger } from '../testing/recording-logger.js';
import { watch } from '../watches/watch.js';
import { MemoryWorkQueue } from '../work-queue/memory-work-queue.js';
import type { SharedQueues } from '../work-queue/shared-queues.js';
import type { ControllerContext } from './controller-context.js';
import { Controller } from './controller.js';

/** Some turns of the event loop: keys wait for the next one when the process has used its share of this one. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};
const object = (name: string) => ({ metadata: { name, namespace: 'ns' } });

function setup(more: Partial<ControllerOptions> = {}, shared?: SharedQueues) {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const changes$ = new Subject<InformerChange>();
  const cache = new ObjectCache([object('a'), object('b')]);
  const informers = { informer: () => ({ changes$ }), lister: () => cache } as unknown as InformerFactory;
  const turns: string[] = [];
  const reconciler = {
    reconcile: ({ name }: { name: string }) => {
      turns.push(name);
      return Promise.resolve(DONE);
    },
  };
  const controller = new Controller(
    { name: 'c', watches: [watch(builtinResources.configMaps)], ...more },
    { clock, logger, informers } as unknown as ControllerContext,
    reconciler,
    shared,
  );
  const stopping = new AbortController();
  return { clock, logger, changes$, cache, turns, controller, stopping };
}

describe('Controller', () => {
  it('queues changes before it runs', async () => {
    const { changes$, controller, turns, stopping } = setup();
    changes$.next({ type: 'added', object: object('a') });
    changes$.next({ type: 'updated', object: object('a'), old: object('a') });
    await settle();
    expect(turns).toEqual([]);
    const ended = controller.run(stopping.signal, 1);
    await settle();
    expect(turns).toEqual(['a']);
    stopping.abort(new Error('over'));
    await ended;
    expect(changes$.observed).toBe(false);
  });

  it('reconciles every object again after each resyncMs', async () => {
    const { clock, cache, controller, turns, stopping } = setup({ resyncMs: 60_000 });
    const ended = controller.run(stopping.signal, 1);
    clock.advance(59_999);
    await settle();
    expect(turns).toEqual([]);
    clock.advance(1);
    await settle();
    expect(turns).toEqual(['a', 'b']);
    cache.put(object('c'));
    clock.advance(60_000);
    await settle();
    expect(turns).toEqual(['a', 'b', 'a', 'b', 'c']);
    stopping.abort(new Error('over'));
    await ended;
    expect(clock.pending).toBe(0);
  });

  it('adds the keys of the other objects at a resync when one cannot be mapped, and logs it', async () => {
    const { clock, controller, turns, logger, stopping } = setup({
      resyncMs: 60_000,
      watches: [
        watch(builtinResources.configMaps, {
          filter: ({ type }) => type === 'deleted',
          mapToKeys: (o) => {
            if (o.metadata.name === 'a') throw new Error('odd');
            return [{ namespace: '', name: `of-${o.metadata.name}` }];
          },
        }),
      ],
    });
    const ended = controller.run(stopping.signal, 1);
    for (let resync = 0; resync < 2; resync++) {
      clock.advance(60_000);
      await settle();
    }
    expect(turns).toEqual(['of-b', 'of-b']);
    expect(logger.lines.filter((l) => l.level === 'error')).toMatchObject(
      Array(2).fill({ message: 'failed to map an event to keys', fields: { resource: 'configmaps' } }),
    );
    stopping.abort(new Error('over'));
    await ended;
  });

  it('reconciles the keys of a sourced reconciler, for as long as it runs', async () => {
    const keys$ = new Subject<{ namespace: string; name: string }>();
    const turns: string[] = [];
    let synced: () => void = () => undefined;
    const reconciler = {
      keys$,
      synced: new Promise<void>((resolve) => (synced = resolve)),
      reconcile: ({ name }: { name: string }) => {
        turns.push(name);
        return Promise.resolve(DONE);
      },
    };
    const context = { clock: new FakeClock(), logger: new RecordingLogger() } as unknown as ControllerContext;
    const controller = new Controller({ name: 'c', watches: [] }, context, reconciler);
    keys$.next({ namespace: '', name: 'early' });
    synced();
    await controller.synced;
    const stopping = new AbortController();
    const ended = controller.run(stopping.signal, 1);
    keys$.next({ namespace: '', name: 'late' });
    await settle();
    expect(turns).toEqual(['early', 'late']);
    stopping.abort(new Error('over'));
    await ended;
    expect(keys$.observed).toBe(false);
  });

  it('logs a change that cannot be mapped, and handles later ones', async () => {
    const { changes$, controller, turns, logger, stopping } = setup({
      watches: [
        watch(builtinResources.configMaps, {
          mapToKeys: (o) => {
            if (o.metadata.name === 'odd') throw new Error('odd');
            return [{ namespace: '', name: `of-${o.metadata.name}` }];
          },
        }),
      ],
    });
    const ended = controller.run(stopping.signal, 1);
    changes$.next({ type: 'added', object: object('odd') });
    changes$.next({ type: 'added', object: object('a') });
    await settle();
    expect(turns).toEqual(['of-a']);
    expect(logger.lines.filter((l) => l.level === 'error')).toMatchObject([{ fields: { resource: 'configmaps' } }]);
    stopping.abort(new Error('over'));
    await ended;
  });

  describe('with shared queues', () => {
    const restored$ = new Subject<void>();
    const opened: string[] = [];
    const shared: SharedQueues = {
      queue: (name) => (opened.push(name), new MemoryWorkQueue(new FakeClock())),
      restored$,
      isConnected: true,
      jobQueues: [],
      close: () => undefined,
    };
    beforeEach(() => void (opened.length = 0));

    it('shares its work, and adds the keys of all objects after an outage', async () => {
      const { controller, turns, stopping } = setup({}, shared);
      expect(controller.sharesWork).toBe(true);
      expect(opened).toEqual(['c']);
      const ended = controller.run(stopping.signal, 1);
      restored$.next();
      await settle();
      expect(turns).toEqual(['a', 'b']);
      stopping.abort(new Error('over'));
      await ended;
      expect(restored$.observed).toBe(false);
    });

    it('does not share the work of a reconciler that is single or sourced', () => {
      expect(setup({ isSingle: true }, shared).controller.sharesWork).toBe(false);
      const context = { clock: new FakeClock(), logger: new RecordingLogger() } as unknown as ControllerContext;
      const sourced = {
        keys$: new Subject<never>(),
        synced: Promise.resolve(),
        reconcile: () => Promise.resolve(DONE),
      };
      expect(new Controller({ name: 's', watches: [] }, context, sourced, shared).sharesWork).toBe(false);
      expect(opened).toEqual([]);
    });
  });
});
