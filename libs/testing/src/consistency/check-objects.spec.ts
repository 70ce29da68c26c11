import { seededRandom } from '@orch/apimachinery';
import fc from 'fast-check';
import { checkObjects } from './check-objects.js';
import type { Content, Operation, Outcome, Request } from './history.js';
import { objectRegister, type Register } from './object-register.js';
import { simulateHistory } from './simulated-history.fixture.js';

const by = (last: string, a = last, b = last): Content => ({ last, a, b });
const made = (version: number, content: Content): Outcome => ({ is: 'done', found: { version, content } });
const UNKNOWN: Outcome = { is: 'unknown', why: 'cut' };
const ABSENT: Outcome = { is: 'absent' };

/** `[id, request, start, end, outcome]` */
type Row = readonly [string, Request, number, number, Outcome];

const history = (rows: readonly Row[]): Operation[] =>
  rows.map(([id, request, start, end, outcome]) => ({
    id,
    process: id,
    replica: 'r',
    key: 'x',
    request,
    start,
    end,
    outcome,
  }));

const CREATED: Row = ['c', { kind: 'create' }, 0, 1, made(1, by('c'))];
const cases: { name: string; ok: boolean; rows: Row[] }[] = [
  { name: 'a read after a write shows it', ok: true, rows: [CREATED, ['r', { kind: 'read' }, 2, 3, made(1, by('c'))]] },
  {
    name: 'a read after a write that does not show it is stale',
    ok: false,
    rows: [CREATED, ['r', { kind: 'read' }, 2, 3, ABSENT]],
  },
  {
    name: 'a read during a write may show what was before',
    ok: true,
    rows: [CREATED, ['r', { kind: 'read' }, 0.5, 3, ABSENT]],
  },
  {
    name: 'of two writes that expect one version only one is done',
    ok: false,
    rows: [
      CREATED,
      ['p', { kind: 'replace', expected: 1 }, 2, 9, made(2, by('p'))],
      ['q', { kind: 'replace', expected: 1 }, 2, 9, made(3, by('q'))],
    ],
  },
  {
    name: 'a patch leaves the other field',
    ok: false,
    rows: [
      CREATED,
      ['p', { kind: 'patch', field: 'a' }, 2, 3, made(2, by('p', 'p', 'c'))],
      ['q', { kind: 'patch', field: 'b' }, 4, 5, made(3, by('q', 'c', 'q'))],
    ],
  },
  {
    name: 'a write without an answer may be done late',
    ok: true,
    rows: [
      CREATED,
      ['u', { kind: 'delete' }, 2, Infinity, UNKNOWN],
      ['r', { kind: 'read' }, 3, 4, made(1, by('c'))],
      ['s', { kind: 'read' }, 50, 51, ABSENT],
    ],
  },
  {
    name: 'a write without an answer is done once',
    ok: false,
    rows: [
      CREATED,
      ['u', { kind: 'delete' }, 2, Infinity, UNKNOWN],
      ['s', { kind: 'read' }, 5, 6, ABSENT],
      ['d', { kind: 'create' }, 7, 8, made(4, by('d'))],
      ['t', { kind: 'read' }, 9, 10, ABSENT],
    ],
  },
  {
    name: 'what was seen once is not unseen again',
    ok: false,
    rows: [
      CREATED,
      ['u', { kind: 'replace' }, 2, Infinity, UNKNOWN],
      ['r', { kind: 'read' }, 3, 4, made(2, by('u'))],
      ['s', { kind: 'read' }, 5, 6, made(1, by('c'))],
    ],
  },
  { name: 'a replace does not create', ok: false, rows: [['p', { kind: 'replace' }, 2, 3, made(2, by('p'))]] },
  { name: 'versions grow', ok: false, rows: [CREATED, ['p', { kind: 'replace' }, 2, 3, made(1, by('p'))]] },
];

describe('checkObjects', () => {
  it.each(cases)('$name', ({ ok, rows }) => expect(checkObjects(history(rows)).length === 0).toBe(ok));

  it('shows the operations around the violating response', () => {
    const rows: Row[] = [
      CREATED,
      ['r', { kind: 'read' }, 2, 3, made(1, by('c'))],
      ['s', { kind: 'read' }, 4, 5, ABSENT],
    ];
    expect(checkObjects(history(rows))[0]?.text.split('\n')).toEqual([
      'x: no order of the operations explains the response of s.',
      'Possible states before it:',
      '  version 1: last=c a=c b=c',
      'Concurrent operations: none',
      expect.stringMatching(/^ +start ms +end ms +time +operation +server +object +request +response$/),
      expect.stringMatching(/^ +0\.0 +1\.0 +=+ +c +r +x +create +1: last=c a=c b=c$/),
      expect.stringMatching(/^ +2\.0 +3\.0 +=+ +r +r +x +read +1: last=c a=c b=c$/),
      expect.stringMatching(/^--> +4\.0 +5\.0 +=+ +s +r +x +read +absent$/),
    ]);
  });

  it('agrees with a search through all orders', () => {
    const verdicts = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 10, max: 90 }), fc.nat(), fc.nat(), (seed, actions, one, other) => {
        const all = simulateHistory({ random: seededRandom(seed), actions }).operations.filter(
          ({ key }) => key === 'x',
        );
        // The response of another operation, which may be correct by chance.
        const mixed = all.map((operation, at) =>
          at === one % all.length && operation.outcome.is !== 'unknown'
            ? { ...operation, outcome: all[other % all.length]!.outcome, end: operation.end }
            : operation,
        );
        const judged = mixed.filter(({ outcome, end }) => (outcome.is === 'unknown') === (end === Infinity)).slice(-12);
        const right = isRightInSomeOrder(judged);
        verdicts[right ? 'right' : 'wrong']++;
        expect(checkObjects(judged).length === 0).toBe(right);
      }),
      { numRuns: 250 },
    );
    expect(Math.min(verdicts.right, verdicts.wrong)).toBeGreaterThan(20);
  });
});

/** Tries every order, also without the unanswered writes. */
function isRightInSomeOrder(operations: readonly Operation[]): boolean {
  const tried = new Set<string>();
  const goesOn = (state: Register, left: readonly Operation[]): boolean => {
    if (left.every(({ outcome }) => outcome.is === 'unknown')) return true;
    const place = `${objectRegister.keyOf(state)}|${left.map(({ id }) => id).join()}`;
    if (tried.has(place)) return false;
    tried.add(place);
    const firstEnd = Math.min(...left.map(({ end }) => end));
    return left.some((operation) => {
      const { outcome, start, end } = operation;
      if (start > firstEnd) return false;
      const found = outcome.is === 'done' ? outcome.found : undefined;
      const next = objectRegister.step(state, { operation, start, end, spare: false, ...(found && { found }) });
      return (
        next !== undefined &&
        goesOn(
          next,
          left.filter((one) => one !== operation),
        )
      );
    });
  };
  return goesOn(objectRegister.initial, operations);
}
