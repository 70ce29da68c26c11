import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CollectionPauses } from './collection-pauses.js';
import { EventLoopWatchdog, type LongTurn, SERVING, type TurnSubject } from './event-loop-watchdog.js';
import { threadCpuClock } from './thread-cpu-clock.js';

const subject = (name: string): TurnSubject => ({ turnFields: { name } });

/** A watchdog whose CPU clock the test moves. */
function watched() {
  const cpu = { ms: 0 };
  const turns: LongTurn[] = [];
  const watchdog = new EventLoopWatchdog({
    thresholdMs: 50,
    cpuClock: () => cpu.ms,
    onLongTurn: (turn) => turns.push(turn),
  });
  watchdog.phase = SERVING;
  watchdog.start();
  const firstTurn = async (): Promise<LongTurn> => {
    while (turns.length === 0) await nextTurn();
    return turns[0]!;
  };
  /** Passes when everything before was measured. */
  const measured = async (): Promise<void> => {
    const from = performance.now();
    while (performance.now() < from + 5) await nextTurn();
    await nextTurn();
  };
  return { watchdog, cpu, turns, firstTurn, measured };
}

/** Measurements are at least 4 ms apart. */
const later = (): number => performance.now() + 10;

describe('EventLoopWatchdog', () => {
  it('reports a turn over the threshold with the subject that began in it', async () => {
    const { watchdog, cpu, firstTurn, measured } = watched();
    await measured();
    const [slow, waiting] = [subject('slow'), subject('waiting')];
    watchdog.underWay = () => [slow, waiting];
    watchdog.begin(slow);
    cpu.ms += 80;
    watchdog.begin(waiting, later());
    const turn = await firstTurn();
    watchdog.stop();
    expect(turn).toMatchObject({ cpuMs: 80, phase: SERVING, running: slow, underWay: [slow, waiting] });
  });

  it('counts the turn in which the start ends as part of the start', async () => {
    const { watchdog, cpu, firstTurn, measured } = watched();
    watchdog.phase = 'start-up: syncing';
    await measured();
    watchdog.begin(subject('last step'), later());
    cpu.ms += 80;
    watchdog.phase = SERVING;
    watchdog.begin(subject('first request'), later() + 10);
    expect((await firstTurn()).phase).toBe('start-up: syncing');
    watchdog.begin(subject('second request'), later() + 20);
    watchdog.stop();
    expect(watchdog.turns.serving.total).toBe(0);
    expect(watchdog.turns.startUp.total).toBe(1);
  });

  it('ignores time without CPU use', async () => {
    const { watchdog, turns, measured } = watched();
    await measured();
    watchdog.begin(subject('preempted'), performance.now() - 500);
    watchdog.begin(subject('next'), later());
    await measured();
    watchdog.stop();
    expect(turns).toEqual([]);
  });

  it('separates subjects of one poll: none exceeds the threshold, but their sum does', async () => {
    const { watchdog, cpu, turns, measured } = watched();
    await measured();
    let nowMs = performance.now();
    for (let i = 0; i < 5; i++) {
      watchdog.begin(subject(`request ${i}`), (nowMs += 20));
      cpu.ms += 20;
    }
    watchdog.begin(subject('last'), nowMs + 20);
    await nextTurn();
    await nextTurn();
    watchdog.stop();
    expect(turns).toEqual([]);
    expect(watchdog.turns.serving).toMatchObject({ total: 5, longest: 0.02 });
  });

  it('counts turns of the start apart', async () => {
    const { watchdog, cpu, firstTurn, measured } = watched();
    await measured();
    watchdog.phase = 'start-up: loading';
    cpu.ms += 70;
    const turn = await firstTurn();
    watchdog.stop();
    expect(turn).toMatchObject({ phase: 'start-up: loading', running: undefined });
    expect(watchdog.turns.startUp).toMatchObject({ total: 1, longest: 0.07 });
    expect(watchdog.turns.serving.total).toBe(0);
  });
});

describe('threadCpuClock', () => {
  it('moves on while the thread works', () => {
    const clock = threadCpuClock();
    const from = clock();
    while (clock() === from);
    expect(clock()).toBeGreaterThan(from);
  });
});

describe('CollectionPauses', () => {
  it('reports the pause of a major collection one turn later', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const pauses = new CollectionPauses();
    pauses.start();
    const from = performance.now();
    collect();
    const to = performance.now();
    await nextTurn();
    const paused = pauses.within(from, to);
    pauses.stop();
    expect(paused).toBeGreaterThan(0);
    expect(paused).toBeLessThanOrEqual(to - from);
    expect(pauses.within(0, from)).toBe(0);
  });
});
