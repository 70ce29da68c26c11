import { EqualRest } from './equal-rest.js';

describe('EqualRest', () => {
  let nowMs = 0;
  let cpuMs = 0;
  const pass = (wall: number, cpu: number): void => {
    nowMs += wall;
    cpuMs += cpu;
  };

  it.each([
    { name: 'as long as the work took', most: Infinity, work: [10, 10], rest: [10, 10] },
    { name: 'as much CPU time, while the thread waits for a core', most: Infinity, work: [10, 10], rest: [90, 10] },
    { name: 'as much time, where little of it was CPU time', most: Infinity, work: [90, 10], rest: [90, 10] },
    { name: 'no longer than the longest', most: 20, work: [90, 90], rest: [20, 20] },
  ] as const)('is over after $name', ({ most, work, rest: [wall, cpu] }) => {
    const rest = new EqualRest(
      most,
      () => nowMs,
      () => cpuMs,
    );
    expect(rest.isOver).toBe(true);
    rest.begin();
    pass(work[0], work[1]);
    rest.end();
    pass(wall - 1, cpu - 1);
    expect(rest.isOver).toBe(false);
    pass(1, 0);
    expect(rest.isOver).toBe(false);
    pass(0, 1);
    expect(rest.isOver).toBe(true);
  });
});
