import { HandshakeTurns } from './handshake-turns.js';

/** Waits for the turns of the event loop in which what was added runs. */
const served = async (order: readonly string[], count: number): Promise<void> => {
  while (order.length < count) await new Promise(setImmediate);
};

describe('HandshakeTurns', () => {
  /** Of both clocks. */
  let nowMs = 0;
  let cpuMs = 0;
  const work = (ms: number): void => {
    nowMs += ms;
    cpuMs += ms;
  };
  const newTurns = (): HandshakeTurns =>
    new HandshakeTurns(
      undefined,
      () => cpuMs,
      () => nowMs,
    );

  it('serves the network with the least time first', async () => {
    const turns = newTurns();
    const order: string[] = [];
    for (let n = 0; n < 4; n++) turns.add('flood', () => (order.push('flood'), work(1)));
    turns.add('other', () => order.push('other'));
    await served(order, 5);
    expect(order).toEqual(['flood', 'other', 'flood', 'flood', 'flood']);
  });

  it('gives a network that was idle no credit', async () => {
    const turns = newTurns();
    const order: string[] = [];
    for (let n = 0; n < 7; n++) turns.add('early', () => (order.push('early'), work(3)));
    await served(order, 5);
    for (let n = 0; n < 3; n++) turns.add('late', () => (order.push('late'), work(3)));
    await served(order, 10);
    expect(order.slice(5, 8)).toContain('early');
    expect(order.slice(5, 8)).toContain('late');
  });

  it('charges a network for work that adds its next step', async () => {
    const turns = newTurns();
    const order: string[] = [];
    let steps = 6;
    const step = (): void => {
      order.push('steps');
      if (--steps > 0) turns.add('steps', step);
      work(3);
    };
    turns.add('steps', step);
    for (let n = 0; n < 3; n++) turns.add('other', () => order.push('other'));
    await served(order, 9);
    expect(order.slice(0, 5)).toEqual(['steps', 'other', 'other', 'other', 'steps']);
  });

  it('runs a step after the microtasks of the step before, in which Node closes connections', async () => {
    const turns = newTurns();
    const order: string[] = [];
    turns.add('a', () => {
      order.push('step');
      turns.add('a', () => order.push('next step'));
      queueMicrotask(() => order.push('closed'));
    });
    await served(order, 3);
    expect(order).toEqual(['step', 'closed', 'next step']);
  });

  it('goes on after work that throws', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    const turns = newTurns();
    const order: string[] = [];
    turns.add('broken', () => {
      throw new Error('of one connection');
    });
    turns.add('other', () => order.push('other'));
    expect(() => jest.runOnlyPendingTimers()).toThrow('of one connection');
    await new Promise<void>((resolve) => process.nextTick(resolve));
    jest.runOnlyPendingTimers();
    jest.useRealTimers();
    expect(order).toEqual(['other']);
  });

  it('ends a turn after two milliseconds', async () => {
    const turns = newTurns();
    const order: string[] = [];
    for (let n = 0; n < 3; n++) turns.add('a', () => (order.push('start'), work(3)));
    setImmediate(() => order.push('turn'));
    await new Promise(setImmediate);
    expect(order).toEqual(['start', 'turn']);
    await served(order, 4);
  });

  it('lets connections be accepted for as long as the last starts took, also where the thread waits for a core', async () => {
    const turns = newTurns();
    let starts = 0;
    let accepted = 0;
    turns.add('a', () => {
      starts++;
      // What comes of it follows.
      process.nextTick(() => process.nextTick(() => (cpuMs += 3)));
      nowMs += 3;
    });
    turns.add('a', () => starts++);
    while (starts < 2) {
      if (starts === 1) accepted++;
      turns.accepted();
      nowMs += 4;
      cpuMs++;
      await new Promise(setImmediate);
    }
    expect(accepted).toBeGreaterThan(2);
  });
});
