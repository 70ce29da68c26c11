import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { BootstrapRestorer } from './bootstrap-restorer.js';

describe('putting back', () => {
  let clock: FakeClock;
  let ending: AbortController;
  let putBack: BootstrapRestorer;
  let done: string[];
  let told: string[];
  beforeEach(() => {
    clock = new FakeClock();
    ending = new AbortController();
    const log = { ...silentLogger, info: (text: string) => void told.push(text) };
    putBack = new BootstrapRestorer({ clock, log, ended: ending.signal });
    done = [];
    told = [];
  });
  const succeed = (): Promise<void> => Promise.resolve(void done.push('done'));
  const fail = (): Promise<void> => Promise.reject(new Error(`failed ${done.push('failed')}`));

  it('waits until it can be done', async () => {
    putBack.want();
    await nextTurn();
    putBack.begin(succeed);
    await nextTurn();
    expect(done).toEqual(['done']);
  });

  it('does nothing unasked', async () => {
    putBack.begin(succeed);
    await nextTurn();
    expect(done).toEqual([]);
  });

  it('is done once more when it is wanted meanwhile', async () => {
    let finish = (): void => undefined;
    putBack.begin(() => new Promise<void>((resolve) => (done.push('began'), (finish = resolve))));
    putBack.want();
    putBack.want();
    expect(done).toEqual(['began']);
    finish();
    await nextTurn();
    expect(done).toEqual(['began', 'began']);
  });

  it('is tried again after a second', async () => {
    putBack.begin(() => (done.length === 0 ? fail() : succeed()));
    putBack.want();
    await nextTurn();
    clock.advance(999);
    await nextTurn();
    expect([done, told]).toEqual([['failed'], []]);
    clock.advance(1);
    await nextTurn();
    expect(done).toEqual(['failed', 'done']);
    expect(told).toEqual(['what every server needs is in the store again']);
    expect(clock.pending).toBe(0);
  });

  it('ends with the server, also while it waits', async () => {
    putBack.begin(fail);
    putBack.want();
    await nextTurn();
    ending.abort();
    await nextTurn();
    expect([done, clock.pending]).toEqual([['failed'], 0]);
    putBack.want();
    await nextTurn();
    expect(done).toEqual(['failed']);
  });
});
