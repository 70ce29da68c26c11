import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { BootstrapRestorer } from './bootstrap-restorer.js';

describe('BootstrapRestorer', () => {
  let clock: FakeClock;
  let ending: AbortController;
  let restorer: BootstrapRestorer;
  let done: string[];
  let logged: string[];
  beforeEach(() => {
    clock = new FakeClock();
    ending = new AbortController();
    const log = { ...silentLogger, info: (text: string) => void logged.push(text) };
    restorer = new BootstrapRestorer({ clock, log, ended: ending.signal });
    done = [];
    logged = [];
  });
  const succeed = (): Promise<void> => Promise.resolve(void done.push('done'));
  const fail = (): Promise<void> => Promise.reject(new Error(`failed ${done.push('failed')}`));

  it('waits for begin', async () => {
    restorer.request();
    await nextTurn();
    restorer.begin(succeed);
    await nextTurn();
    expect(done).toEqual(['done']);
  });

  it('does nothing without a request', async () => {
    restorer.begin(succeed);
    await nextTurn();
    expect(done).toEqual([]);
  });

  it('runs once more when requested while it runs', async () => {
    let finish = (): void => undefined;
    restorer.begin(() => new Promise<void>((resolve) => (done.push('began'), (finish = resolve))));
    restorer.request();
    restorer.request();
    expect(done).toEqual(['began']);
    finish();
    await nextTurn();
    expect(done).toEqual(['began', 'began']);
  });

  it('retries after a second', async () => {
    restorer.begin(() => (done.length === 0 ? fail() : succeed()));
    restorer.request();
    await nextTurn();
    clock.advance(999);
    await nextTurn();
    expect([done, logged]).toEqual([['failed'], []]);
    clock.advance(1);
    await nextTurn();
    expect(done).toEqual(['failed', 'done']);
    expect(logged).toEqual(['bootstrap objects restored']);
    expect(clock.pending).toBe(0);
  });

  it('ends with the server, also while it waits', async () => {
    restorer.begin(fail);
    restorer.request();
    await nextTurn();
    ending.abort();
    await nextTurn();
    expect([done, clock.pending]).toEqual([['failed'], 0]);
    restorer.request();
    await nextTurn();
    expect(done).toEqual(['failed']);
  });
});
