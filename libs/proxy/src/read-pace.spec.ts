import { ReadPace } from './read-pace.js';

/** Takes more than a turn has. */
const work = (): void => {
  const beganMs = performance.now();
  while (performance.now() - beganMs < 11);
};
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('ReadPace', () => {
  it('runs steps at once until their time of the turn is used up, and one such step in each turn after that', async () => {
    const pace = new ReadPace();
    const ran: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      pace.run(() => {
        ran.push(name);
        work();
      });
    }
    expect(ran).toEqual(['a']);
    await nextTurn();
    expect(ran).toEqual(['a', 'b']);
    await nextTurn();
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('runs a step that comes later after those that wait', async () => {
    const pace = new ReadPace();
    const ran: string[] = [];
    pace.run(work);
    pace.run(() => {
      ran.push('a');
      pace.run(() => ran.push('c'));
    });
    pace.run(() => ran.push('b'));
    await nextTurn();
    expect(ran).toEqual(['a', 'b', 'c']);
  });
});
