import { checkWatches } from './check-watches.js';
import type { Content, Operation, Outcome, Request } from './history.js';
import type { WatchJourney, WatchStep } from './watch-history.js';

const by = (last: string): Content => ({ last, a: last, b: last });
const operation = (id: string, request: Request, start: number, end: number, outcome: Outcome): Operation => ({
  id,
  process: 'p',
  replica: 'r',
  key: 'x',
  request,
  start,
  end,
  outcome,
});
const write =
  (kind: 'create' | 'replace') =>
  (id: string, at: number, version?: number): Operation =>
    version === undefined
      ? operation(id, { kind }, at, Infinity, { is: 'unknown', why: 'cut' })
      : operation(id, { kind }, at, at + 1, { is: 'done', found: { version, content: by(id) } });
const create = write('create');
const replace = write('replace');

const listed = (version: number, at: number, ...found: [number, string][]): WatchStep => ({
  is: 'listed',
  replica: 'r',
  version,
  items: found.map(([of, id]) => ({ key: 'x', version: of, content: by(id) })),
  start: at,
  at,
});
const opened = (from: number, at: number): WatchStep => ({ is: 'opened', replica: 'r', from, at });
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', version: number, id: string, at: number): WatchStep => ({
  is: 'event',
  type,
  key: 'x',
  version,
  content: by(id),
  at,
});
const bookmark = (version: number, at: number): WatchStep => ({ is: 'bookmark', version, at });
const gone = (at: number): WatchStep => ({ is: 'gone', at });

const journeys = (...all: WatchStep[][]): WatchJourney[] => all.map((steps, n) => ({ name: `w${n}`, steps }));
const STRICT = { mayBeGone: false, mayLose: false };
const LOSSY = { mayBeGone: true, mayLose: true };
const rules = (...args: Parameters<typeof checkWatches>): string[] => checkWatches(...args).map(({ rule }) => rule);

describe('checkWatches', () => {
  const writes = [create('a', 1, 1), replace('b', 3, 2)];
  const all = [opened(0, 0), event('ADDED', 1, 'a', 2), event('MODIFIED', 2, 'b', 4)];

  it('accepts events that are delivered once, in order, after their write began', () =>
    expect(rules(journeys([listed(0, 0), ...all]), writes, STRICT)).toEqual([]));

  it('rejects a bookmark before an undelivered event', () =>
    expect(rules(journeys([listed(0, 0), ...all.slice(0, 2), bookmark(2, 5)]), writes, STRICT)).toEqual([
      'every change is delivered',
    ]));

  it('accepts 410 only when it is allowed', () => {
    const steps = [listed(0, 0), ...all, gone(5), listed(2, 6, [2, 'b'])];
    expect(rules(journeys(steps), writes, STRICT)).toEqual(['a watch continues']);
    expect(rules(journeys(steps), writes, LOSSY)).toEqual([]);
  });

  describe('a change delivered only to watches that ended with 410', () => {
    const seen = [listed(0, 0), ...all, event('MODIFIED', 3, 'c', 6), gone(7), listed(9, 8, [2, 'b']), bookmark(10, 9)];
    const other = [listed(0, 0), ...all, bookmark(10, 9)];

    it('may be lost when the write was not acknowledged and loss is allowed', () => {
      expect(rules(journeys(seen, other), [...writes, replace('c', 5)], LOSSY)).toEqual([]);
      expect(rules(journeys(seen, other), [...writes, replace('c', 5)], { ...LOSSY, mayLose: false })).toContain(
        'every change is delivered',
      );
    });

    it('may not be lost when the write was acknowledged', () =>
      expect(rules(journeys(seen, other), [...writes, replace('c', 5, 3)], LOSSY)).toContain(
        'every change is delivered',
      ));
  });

  it('does not check changes while no watch is open', () => {
    const steps = [listed(0, 0), ...all, gone(5), listed(9, 8), bookmark(9, 9)];
    const removed = operation('d', { kind: 'delete' }, 6, 7, { is: 'done' });
    expect(rules(journeys(steps), [...writes, removed], LOSSY)).toEqual([]);
    expect(rules(journeys(steps, [listed(0, 0), ...all, bookmark(9, 9)]), [...writes, removed], LOSSY)).toEqual([
      'a list shows the state at its version',
      'every acknowledged deletion is delivered',
    ]);
  });

  it('rejects a deletion that no client requested', () =>
    expect(rules(journeys([listed(0, 0), ...all, event('DELETED', 3, 'b', 6)]), writes, STRICT)).toEqual([
      'every deletion was requested',
    ]));

  it('rejects a list that is older than an acknowledged write before it', () =>
    expect(rules(journeys([listed(0, 0), ...all], [listed(1, 6, [1, 'a'])]), writes, STRICT)).toEqual([
      'a list is not stale',
    ]));
});
