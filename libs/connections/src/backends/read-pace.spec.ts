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
      pace.run('anna', () => {
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
    pace.run('anna', work);
    pace.run('anna', () => {
      ran.push('a');
      pace.run('anna', () => ran.push('c'));
    });
    pace.run('anna', () => ran.push('b'));
    await nextTurn();
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('lets flows take turns, however many steps of one wait', async () => {
    const pace = new ReadPace();
    const ran: string[] = [];
    pace.run('mallory', work);
    for (let n = 0; n < 100; n++) pace.run('mallory', () => ran.push('mallory'));
    for (let n = 0; n < 2; n++) pace.run('anna', () => ran.push('anna'));
    await nextTurn();
    expect(ran.slice(0, 5)).toEqual(['mallory', 'anna', 'mallory', 'anna', 'mallory']);
  });
});
