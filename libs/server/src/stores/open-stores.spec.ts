/** @jest-environment node */
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { DEFAULT_API_SERVER_OPTIONS } from '../options/api-server-options.js';
import { openStores } from './open-stores.js';
import { StoreOpenError } from './store-open-error.js';

interface Opened {
  readonly urls: readonly string[];
  readonly close: jest.Mock;
}
let opened: Opened[];
let failing: string | undefined;
jest.mock('@orch/storage', () => ({
  isShared: () => false,
  openStorage: ({ redis }: { redis: { urls: readonly string[] } }) => {
    if (redis.urls[0] === failing) return Promise.reject(new Error('refused'));
    const store = { urls: redis.urls, close: jest.fn(() => Promise.resolve()) };
    opened.push(store);
    return Promise.resolve(store);
  },
}));
beforeEach(() => {
  opened = [];
  failing = undefined;
});

const open = () =>
  openStores(
    {
      ...DEFAULT_API_SERVER_OPTIONS,
      storageBackend: 'redis',
      redis: {
        urls: ['redis://a'],
        overrides: [
          { group: '', resource: 'events', urls: ['redis://e'] },
          { group: 'apps', resource: 'deployments', urls: ['redis+cluster://x', 'redis+cluster://y'] },
          { group: 'apps', resource: 'replicasets', urls: ['redis+cluster://y', 'redis+cluster://x'] },
          { group: '', resource: 'pods', urls: ['redis+cluster://u:p@x'] },
        ],
      },
    },
    { clock: new FakeClock(), log: silentLogger },
  );

it('resources with the same addresses share a store, and each store has its name', async () => {
  const stores = await open();
  expect(stores.main).toBe(opened[0]);
  expect(stores.all.map(({ name, resources }) => [name, resources.length])).toEqual([
    ['main', 0],
    ['/events', 1],
    ['/apps/deployments,/apps/replicasets', 2],
    ['/pods', 1],
  ]);
  await stores.close();
  expect(opened.map(({ close }) => close.mock.calls.length)).toEqual([1, 1, 1, 1]);
});

it('if one cannot be opened the others are closed, and the error names it', async () => {
  failing = 'redis://e';
  const error: unknown = await open().catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(StoreOpenError);
  expect(error).toMatchObject({ place: { flag: 'redis-servers-overrides', urls: ['redis://e'] } });
  expect(opened.map(({ close }) => close.mock.calls.length)).toEqual([1, 1, 1]);
});
