import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { networkTurn, setRequestTimer } from './request-timer.js';

const from = (remoteAddress: string) => ({ socket: { remoteAddress } }) as unknown as IncomingMessage;

/** In its phase for timers, and in that for immediates. */
const MOST_PER_TURN = 64;

/** What ran in each turn of the event loop that had any. */
class Turns {
  readonly ran: string[][] = [];
  private isSameTurn = false;

  readonly add = (name: string): void => {
    if (!this.isSameTurn) {
      this.ran.push([]);
      this.isSameTurn = true;
      setImmediate(() => (this.isSameTurn = false));
    }
    this.ran.at(-1)!.push(name);
  };

  get most(): number {
    return Math.max(...this.ran.map(({ length }) => length));
  }

  async reach(total: number): Promise<void> {
    while (this.ran.flat().length < total) await nextTurn();
  }
}

describe('timers of requests that are due at one moment', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('run in several turns of the event loop, in their order', async () => {
    const turns = new Turns();
    const names = Array.from({ length: 100 }, (_, i) => `${i}`);
    for (const name of names) setRequestTimer(from('1.1.1.1'), () => turns.add(name), 1);
    jest.advanceTimersByTime(1);
    await turns.reach(100);
    expect(turns.most).toBeLessThanOrEqual(MOST_PER_TURN);
    expect(turns.ran.flat()).toEqual(names);
  });

  it.each([
    ['', from],
    [
      ' when the bodies of the requests were read',
      (address: string) => Object.assign(from(address), { destroyed: true, httpVersionMajor: 1 }),
    ],
  ])('run in turns of client networks%s', async (_, request) => {
    const turns = new Turns();
    for (let n = 0; n < 200; n++) setRequestTimer(request('1.1.1.1'), () => turns.add('many'), 1);
    setRequestTimer(request('2.2.2.2'), () => turns.add('other'), 1);
    jest.advanceTimersByTime(1);
    await turns.reach(201);
    expect(turns.ran.flat().indexOf('other')).toBeLessThan(MOST_PER_TURN);
  });

  it('do not run once they are cancelled, before they are due or while they wait', async () => {
    const turns = new Turns();
    const cancel: (() => void)[] = [];
    const cancelAll = (): void => {
      turns.add('first');
      for (const each of cancel) each();
    };
    setRequestTimer(from('1.1.1.1'), () => turns.add('early'), 1)();
    setRequestTimer(from('1.1.1.1'), cancelAll, 1);
    for (let n = 0; n < 100; n++) cancel.push(setRequestTimer(from('1.1.1.1'), () => turns.add('late'), 1));
    jest.advanceTimersByTime(1);
    await turns.reach(1);
    for (let n = 0; n < 4; n++) await nextTurn();
    expect(turns.ran).toEqual([['first']]);
  });
});

it('requests that go on at one moment do so in several turns of the event loop', async () => {
  const turns = new Turns();
  for (let n = 0; n < 100; n++) void networkTurn(from('1.1.1.1')).then(() => turns.add(`${n}`));
  await turns.reach(100);
  expect(turns.most).toBeLessThanOrEqual(MOST_PER_TURN);
});
