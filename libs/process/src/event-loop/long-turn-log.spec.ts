import { createLogger } from '../logger/create-logger.js';
import { type LongTurn, SERVING } from './event-loop-watchdog.js';
import { LONG_TURN_MESSAGE, LongTurnLog } from './long-turn-log.js';

const turn: LongTurn = {
  cpuMs: 83.14,
  durationMs: 91.2,
  collectionMs: 1,
  phase: SERVING,
  running: { turnFields: { verb: 'patch', resource: 'pods', path: '/api/v1/namespaces/default/pods/web' } },
  underWay: [],
};

function logged(thresholdMs = 50) {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({
    format: 'json',
    level: 'debug',
    write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const time = { ms: 0 };
  return { lines, time, report: new LongTurnLog(log, thresholdMs, () => time.ms).report };
}

describe('LongTurnLog', () => {
  it('warns of a long turn with its CPU time, its duration and what ran', () => {
    const { lines, report } = logged();
    const other = { turnFields: { verb: 'list', resource: 'secrets' } };
    report({ ...turn, underWay: [turn.running!, other] });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        message: LONG_TURN_MESSAGE,
        cpuMs: 83.1,
        durationMs: 91.2,
        garbageCollectionMs: 1,
        phase: SERVING,
        verb: 'patch',
        resource: 'pods',
        path: '/api/v1/namespaces/default/pods/web',
        others: 1,
        underWay: [other.turnFields],
      }),
    ]);
  });

  const quiet = [
    { name: 'start-up work', of: { phase: 'start-up: loading' } },
    { name: 'a pause of the major garbage collector', of: { collectionMs: 40 } },
  ];
  for (const { name, of } of quiet) {
    it(`logs ${name} at debug level`, () => {
      const { lines, report } = logged();
      report({ ...turn, ...of });
      expect(lines).toEqual([expect.objectContaining({ level: 'debug', message: LONG_TURN_MESSAGE })]);
    });
  }

  it('writes no more than its rate and says how many lines were left out', () => {
    const { lines, time, report } = logged();
    for (let i = 0; i < 25; i++) report(turn);
    expect(lines).toHaveLength(20);
    time.ms = 5_000;
    report(turn);
    expect(lines.at(-1)).toMatchObject({ suppressed: 5 });
    report(turn);
    expect(lines).toHaveLength(21);
  });
});
