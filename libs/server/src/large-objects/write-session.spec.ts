import { SYSTEM_USER, type ObjectWriter } from '@orch/registry';
import { StorageError } from '@orch/storage';
import { WriteSession } from './write-session.js';

describe('WriteSession', () => {
  const deletion = { kind: 'delete', storageKey: 'k', expected: 1, bytes: new Uint8Array(0), revisionAt: 0 } as const;
  const session = (stores: () => Promise<object>): WriteSession =>
    new WriteSession({ parts: { storage: { delete: stores } } } as unknown as ObjectWriter, {
      namespace: '',
      user: SYSTEM_USER,
      dryRun: false,
      fieldValidation: 'Strict',
      fieldManager: 'm',
      warn: () => undefined,
    });

  it.each([
    ['stored', () => Promise.resolve({ revision: 2, value: new Uint8Array(0) }), true],
    ['of unknown outcome', () => Promise.reject(new StorageError('Unavailable', 'k')), true],
    ['refused by the store', () => Promise.reject(new StorageError('Conflict', 'k')), false],
  ])('says of an abandoned write that is %s whether it may be stored', async (_what, stores, expected) => {
    const abandoned = session(stores);
    await Promise.resolve(abandoned.answer(deletion, undefined)).catch(() => undefined);
    expect(await abandoned.abandon()).toBe(expected);
  });

  it('says of a write that was not handed to the store that it is not stored', async () => {
    expect(await session(() => Promise.resolve({})).abandon()).toBe(false);
  });
});
