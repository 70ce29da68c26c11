import { UserFacingError } from '@orch/process';
import { RedisSettingsError, StorageError } from '@orch/storage';
import { opening } from './opening.js';
import type { StorePlace } from './store-place.js';

const onRedis: StorePlace = {
  options: { backend: 'redis', dataDir: '/srv', redis: { urls: ['redis://orch:hunter2@127.0.0.1:6379'] } },
  name: 'redis://127.0.0.1:6379',
};
const embedded: StorePlace = { options: { backend: 'embedded', dataDir: '/srv' }, name: '/srv' };
const failure = (place: StorePlace, cause: Error): Promise<unknown> =>
  opening(place, Promise.reject(cause)).catch((error: unknown) => error);

describe('opening', () => {
  it.each([
    [new RedisSettingsError('change this'), '--redis-url: change this'],
    [
      new Error('WRONGPASS invalid username-password pair'),
      '--redis-url: Redis at 127.0.0.1:6379: does not know this user with this password: see --redis-username and --redis-password-file (WRONGPASS invalid username-password pair)',
    ],
    [
      new StorageError('Unavailable', '', { message: 'away' }),
      '--redis-url: Redis at 127.0.0.1:6379: cannot be used (away)',
    ],
  ])('says what to do about %s, without the password', async (cause, text) => {
    const error = await failure(onRedis, cause);
    expect(error).toBeInstanceOf(UserFacingError);
    expect(error).toMatchObject({ message: text, cause });
  });

  it('does not change bugs and errors of the embedded store', async () => {
    const bug = new TypeError('oops');
    expect(await failure(onRedis, bug)).toBe(bug);
    const locked = new StorageError('Locked', '/srv');
    expect(await failure(embedded, locked)).toBe(locked);
    expect(await opening(embedded, Promise.resolve('open'))).toBe('open');
  });
});
