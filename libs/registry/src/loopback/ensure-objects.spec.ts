import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import { ensureEach } from './ensure-objects.js';

const names = Array.from({ length: 100 }, (_, at) => at);

describe('ensureEach', () => {
  it('begins a few writes in each turn of the event loop, and all of them before the first has ended', async () => {
    let begun = 0;
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const ensured = ensureEach(names, () => (begun++, ended));
    const turns = [begun];
    while (begun < names.length) {
      const before = begun;
      await nextTurn();
      turns.push(begun - before);
    }
    expect(Math.max(...turns)).toBeLessThanOrEqual(32);
    expect(turns.length).toBeGreaterThan(3);
    end();
    await ensured;
  });

  it('rejects with an error of a write after all have begun, and ignores damaged objects', async () => {
    let begun = 0;
    const act = (at: number): Promise<void> => {
      begun++;
      if (at === 0) return Promise.reject(new Error('refused'));
      return at === 1
        ? Promise.reject(ApiError.badRequest('damaged', new StorageError('Corrupted', 'k')))
        : Promise.resolve();
    };
    await expect(ensureEach(names, act)).rejects.toThrow('refused');
    expect(begun).toBe(100);
    await ensureEach([1], act);
  });
});
