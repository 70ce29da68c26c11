import { ApiFailure } from '../api/failure';
import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import type { WatchEvent, WatchHandlers } from '../watch/transport';
import { LiveObjects } from './live-objects';

const resource = { group: '', version: 'v1', resource: 'pods', verbs: ['list', 'watch'] } as unknown as Resource;
const query = { resource, namespace: 'n', labelSelector: '', fieldSelector: '' };
const pod = (name: string, resourceVersion = '1'): ApiObject => ({
  metadata: { name, namespace: 'n', resourceVersion },
});

/** Lets everything that is already settled run. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

/** A server whose lists are `pages`; the test speaks for its watches. */
async function started(...pages: (readonly ApiObject[] | ApiFailure)[]) {
  const watches: { readonly path: string; readonly handlers: WatchHandlers; isClosed: boolean }[] = [];
  const requests: string[] = [];
  const client = {
    json: <T>(path: string): Promise<T> => {
      requests.push(path);
      const page = pages.shift();
      if (page === undefined) return new Promise(() => undefined);
      if (page instanceof ApiFailure) return Promise.reject(page);
      const metadata = { resourceVersion: '7', ...(pages.length > 0 && { continue: 'next' }) };
      return Promise.resolve({ items: page, metadata } as T);
    },
  };
  const transport = {
    open: (path: string, _accept: string, handlers: WatchHandlers) => {
      const watch = { path, handlers, isClosed: false };
      watches.push(watch);
      return () => {
        watch.isClosed = true;
      };
    },
  };
  const live = new LiveObjects(
    client,
    transport,
    query,
    ({ metadata }) => metadata.resourceVersion,
    () => undefined,
  );
  live.start();
  await settle();
  const event = (type: WatchEvent['type'], object: unknown): void => watches.at(-1)!.handlers.event({ type, object });
  return { live, watches, requests, event };
}

describe('LiveObjects', () => {
  test('keeps what was asked for of each object, of all pages, and follows the watch', async () => {
    const { live, watches, event } = await started([pod('a')], [pod('b')]);
    expect([...live.objects]).toEqual([['n/a', '1'], ['n/b', '1']]); // prettier-ignore
    expect(watches[0]?.path).toContain('resourceVersion=7');
    event('MODIFIED', pod('a', '8'));
    event('ADDED', pod('c', '9'));
    event('DELETED', pod('b', '10'));
    expect([...live.objects]).toEqual([['n/a', '8'], ['n/c', '9']]); // prettier-ignore
    watches[0]!.handlers.end(0, null);
    expect(watches[1]?.path).toContain('resourceVersion=10');
  });

  test('reads no more than the bound, and says so', async () => {
    const many = Array.from({ length: 500 }, (_, n) => pod(`a${n}`));
    const others = Array.from({ length: 500 }, (_, n) => pod(`b${n}`));
    const { live, requests, event } = await started(many, others, [pod('c')]);
    expect([live.objects.size, live.isComplete, requests.length]).toEqual([1_000, false, 2]);
    event('ADDED', pod('d'));
    expect(live.objects.size).toBe(1_000);
  });

  test('a list of empty pages without an end fails', async () => {
    let requests = 0;
    const client = {
      json: <T>() => {
        if (++requests > 2_000) return new Promise<T>(() => undefined);
        return Promise.resolve({ items: [], metadata: { continue: `t${requests}` } } as T);
      },
    };
    const failed = new Promise<LiveObjects<string>>((resolve) => {
      const live: LiveObjects<string> = new LiveObjects(
        client,
        { open: () => () => undefined },
        query,
        ({ metadata }) => metadata.name,
        () => resolve(live),
      );
      live.start();
    });
    const { state, failure } = await failed;
    expect([state, failure?.message, requests]).toEqual([
      'failed',
      'The list has 1000 empty pages in a row, and more to come.',
      1_000,
    ]);
  });

  test('a list that is refused is not read again', async () => {
    const { live, watches } = await started(new ApiFailure(403, 'no'));
    expect([live.state, live.failure?.message, watches.length]).toEqual(['failed', 'no', 0]);
  });

  test('an expired watch keeps the objects until the list was read again', async () => {
    jest.useFakeTimers();
    try {
      const { live, watches, requests, event } = await started([pod('a')]);
      event('ERROR', { kind: 'Status', code: 410 });
      expect([watches[0]?.isClosed, live.objects.size, requests.length]).toEqual([true, 1, 1]);
      jest.runOnlyPendingTimers();
      await settle();
      expect(requests).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  test('nothing is watched after it was stopped', async () => {
    const { live, watches } = await started([pod('a')]);
    live.stop();
    expect(watches[0]?.isClosed).toBe(true);
  });
});
