import { StorageError } from '@orch/storage';
import { toApiError } from '../errors/storage-errors.js';
import { attempt } from './write-attempt.js';

describe('attempt', () => {
  it('keeps allocations when it is stored', async () => {
    const undo = jest.fn();
    await expect(
      attempt(async (onFailure) => {
        onFailure(undo);
        return 'stored';
      }),
    ).resolves.toBe('stored');
    expect(undo).not.toHaveBeenCalled();
  });

  it('releases allocations, last first, when it fails', async () => {
    const given: string[] = [];
    const failing = attempt(async (onFailure) => {
      for (const what of ['address', 'port']) onFailure(() => void given.push(what));
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(given).toEqual(['port', 'address']);
  });

  it('releases allocations when it is refused synchronously', () => {
    const undo = jest.fn();
    const refused = () =>
      attempt((onFailure): string => {
        onFailure(undo);
        throw new Error('refused');
      });
    expect(refused).toThrow('refused');
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('rejects after all allocations were released', async () => {
    const given: string[] = [];
    const failing = attempt((onFailure): string => {
      onFailure(async () => {
        await Promise.resolve();
        given.push('address');
      });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(given).toEqual(['address']);
  });

  const outcomes: [error: Error, outcome: string][] = [
    [new Error('refused'), 'NotStored'],
    [new StorageError('Conflict', 'k'), 'NotStored'],
    [new StorageError('Unavailable', 'k'), 'Unknown'],
    [toApiError(new StorageError('Unavailable', 'k'), { group: '', resource: 'pods', name: 'a' }), 'Unknown'],
    [toApiError(new StorageError('KeyExists', 'k'), { group: '', resource: 'pods', name: 'a' }), 'NotStored'],
  ];
  for (const [error, outcome] of outcomes)
    it(`reports the outcome ${outcome} after "${error.message}"`, async () => {
      const undo = jest.fn();
      const failing = attempt(async (onFailure) => {
        onFailure(undo);
        throw error;
      });
      await expect(failing).rejects.toBe(error);
      expect(undo).toHaveBeenCalledWith(outcome);
    });
});
