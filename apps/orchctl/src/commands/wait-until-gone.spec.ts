import { ApiError } from '@orch/apimachinery';
import type { HasMetadata, ResourceClient, WatchEvent } from '@orch/client';
import { EMPTY, Subject } from 'rxjs';
import { waitUntilGone } from './wait-until-gone.js';

const key = { namespace: 'n', name: 'a' };
const object = (uid: string): HasMetadata => ({ metadata: { name: 'a', namespace: 'n', uid } });

/** Lists what `present` holds; each watch is a subject of its own. */
function world(present: HasMetadata[]) {
  const watches: Subject<WatchEvent>[] = [];
  const wakers: (() => void)[] = [];
  const resource = {
    list: () => Promise.resolve({ items: [...present], metadata: { resourceVersion: '1' } }),
    watch: ({ signal }: { signal: AbortSignal }) => {
      const watch = new Subject<WatchEvent>();
      signal.addEventListener('abort', () => watch.complete());
      watches.push(watch);
      setImmediate(() => wakers.shift()?.()); // once the caller has subscribed
      return watch;
    },
  } as unknown as ResourceClient<HasMetadata>;
  const nextWatch = () => new Promise<void>((resolve) => wakers.push(resolve));
  return { resource, watches, nextWatch };
}

/** Whether it is settled once everything that can run has run. */
async function isSettled(work: Promise<void>): Promise<boolean> {
  let settled = false;
  void work.then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

it('what is not there needs no wait', () => waitUntilGone(world([]).resource, key, 'u', 0));

it('another object of the name is not the one', () => waitUntilGone(world([object('new')]).resource, key, 'u', 0));

it('changes are not the end, removal is', async () => {
  const { resource, watches, nextWatch } = world([object('u')]);
  const watching = nextWatch();
  const waiting = waitUntilGone(resource, key, 'u', 0);
  await watching;
  watches[0]?.next({ type: 'MODIFIED', object: object('u') });
  expect(await isSettled(waiting)).toBe(false);
  watches[0]?.next({ type: 'DELETED', object: object('u') });
  await waiting;
});

it('looks again when the watch is too old or ends', async () => {
  const present = [object('u')];
  const { resource, watches, nextWatch } = world(present);
  let watching = nextWatch();
  const waiting = waitUntilGone(resource, key, 'u', 0);
  await watching;
  watching = nextWatch();
  watches[0]?.error(ApiError.expired('too old'));
  await watching;
  present.length = 0;
  watches[1]?.complete();
  await waiting;
  expect(watches).toHaveLength(2);
});

it('says so when time is up', async () => {
  const { resource } = world([object('u')]);
  await expect(waitUntilGone(resource, key, 'u', 1)).rejects.toThrow('timed out waiting until "a" is gone');
});

it('says so when time is up and the server does not answer', async () => {
  const resource = {
    list: ({ signal }: { signal?: AbortSignal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  } as unknown as ResourceClient<HasMetadata>;
  const waiting = waitUntilGone(resource, key, 'u', 1);
  await expect(waiting).rejects.toThrow('timed out waiting until "a" is gone');
});

it('waits with a timeout beyond 24.8 days, the longest of a timer', async () => {
  const { resource, watches, nextWatch } = world([object('u')]);
  const watching = nextWatch();
  const waiting = waitUntilGone(resource, key, 'u', 30 * 86_400_000);
  await watching;
  await waitUntilGone(world([object('u')]).resource, key, 'u', 5).catch(() => undefined);
  watches[0]?.next({ type: 'DELETED', object: object('u') });
  await waiting;
});

it('rests before it looks again, for a server may end each watch at once', async () => {
  let lists = 0;
  const resource = {
    list: () => {
      lists++;
      return Promise.resolve({ items: [object('u')], metadata: { resourceVersion: '1' } });
    },
    watch: () => EMPTY,
  } as unknown as ResourceClient<HasMetadata>;
  await expect(waitUntilGone(resource, key, 'u', 600)).rejects.toThrow('timed out');
  expect(lists).toBeLessThanOrEqual(2);
});
