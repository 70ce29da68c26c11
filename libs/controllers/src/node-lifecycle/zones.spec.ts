import { vocabularies } from '@orch/vocabulary';
import { TaintQueue } from './taint-queue.js';
import { planDisruption, zoneOf, zoneState, type ZoneCounts, type ZoneState } from './zones.js';

const SETTINGS = { evictionRate: 0.1, secondaryEvictionRate: 0.01, largeZoneNodes: 50, unhealthyShare: 0.55 };
const { labels } = vocabularies.orch;

describe('zone of a node', () => {
  const zone = (own: Record<string, string>): string => zoneOf({ metadata: { name: 'n', labels: own } }, labels);
  it('is empty without labels', () =>
    expect([zone({}), zoneOf({ metadata: { name: 'n' } }, labels)]).toEqual(['', '']));
  it('is region and zone, of which old names count first', () => {
    const zones = [
      zone({ [labels.zone]: 'a', [labels.region]: 'r' }),
      zone({ [labels.zone]: 'a', 'failure-domain.beta.orch.io/region': 'r' }),
      zone({ [labels.zone]: 'x', 'failure-domain.beta.orch.io/zone': 'a', [labels.region]: 'r' }),
    ];
    expect(new Set(zones).size).toBe(1);
    expect(zone({ [labels.zone]: 'r', [labels.region]: 'a' })).not.toBe(zones[0]);
    expect(zone({ [labels.zone]: 'a' })).not.toBe(zone({ [labels.region]: 'a' }));
  });
});

describe('state of a zone', () => {
  const cases: [ready: number, notReady: number, want: ZoneState][] = [
    [0, 0, 'Normal'],
    [1, 0, 'Normal'],
    [0, 1, 'FullDisruption'],
    [1, 2, 'Normal'],
    [2, 3, 'PartialDisruption'],
    [3, 3, 'Normal'],
    [9, 11, 'PartialDisruption'],
  ];
  it.each(cases)('%d ready, %d not: %s', (ready, notReady, want) =>
    expect(zoneState({ ready, notReady }, SETTINGS.unhealthyShare)).toBe(want),
  );
});

describe('rates of evictions', () => {
  const count = (ready: number, notReady: number): ZoneCounts => ({ ready, notReady });
  const plan = (before: Record<string, ZoneState>, counts: Record<string, ZoneCounts>) => {
    const { states, rates, turn } = planDisruption(
      new Map(Object.entries(before)),
      new Map(Object.entries(counts)),
      SETTINGS,
    );
    return { states: Object.fromEntries(states), rates: Object.fromEntries(rates), turn };
  };
  it('of a new zone is the normal one', () => {
    expect(plan({}, { a: count(3, 1) })).toEqual({ states: { a: 'Normal' }, rates: { a: 0.1 }, turn: undefined });
  });
  it('of a zone whose state stays does, too', () => {
    expect(plan({ a: 'Normal' }, { a: count(4, 3) }).rates).toEqual({});
  });
  it('of a small zone in partial disruption is 0, of a large one low', () => {
    const before = { a: 'Normal', b: 'Normal', c: 'Normal' } as const;
    const { rates } = plan(before, { a: count(2, 3), b: count(20, 30), c: count(20, 31) });
    expect(rates).toEqual({ a: 0, b: 0, c: 0.01 });
  });
  it('of a zone in full disruption is the normal one while another has ready nodes', () => {
    expect(plan({ a: 'PartialDisruption', b: 'Normal' }, { a: count(0, 5), b: count(1, 0) })).toMatchObject({
      ...{ rates: { a: 0.1 }, turn: undefined },
      states: { a: 'FullDisruption', b: 'Normal' },
    });
  });
  it('is 0 everywhere when no node is ready any more', () => {
    const before = { a: 'FullDisruption', b: 'Normal' } as const;
    expect(plan(before, { a: count(0, 5), b: count(0, 1) })).toMatchObject({
      rates: { a: 0, b: 0 },
      turn: 'all-failed',
    });
    expect(plan({}, { a: count(0, 1) })).toMatchObject({ rates: { a: 0 }, turn: 'all-failed' });
  });
  it('stays 0 until one is', () => {
    const before = { a: 'FullDisruption', b: 'FullDisruption' } as const;
    expect(plan(before, { a: count(0, 5), b: count(0, 1) })).toMatchObject({ rates: {}, turn: undefined });
    const after = plan(before, { a: count(2, 3), b: count(0, 1) });
    expect(after).toMatchObject({ rates: { a: 0, b: 0.1 }, turn: 'recovered' });
  });
  it('zones without nodes are dropped', () => {
    expect(plan({ gone: 'Normal', a: 'Normal' }, { a: count(1, 0) }).states).toEqual({ a: 'Normal' });
    expect(plan({ gone: 'FullDisruption' }, {})).toEqual({ states: {}, rates: {}, turn: undefined });
  });
});

describe('queue of a zone', () => {
  it('gives nodes out in order, one in ten seconds', () => {
    const queue = new TaintQueue(0.1);
    for (const name of ['a', 'b', 'a']) queue.add(name);
    expect([queue.take(0), queue.take(1)]).toEqual(['a', undefined]);
    queue.remove('a');
    expect([queue.waitMs(1), queue.take(9_999), queue.take(10_000)]).toEqual([9_999, undefined, 'b']);
  });
  it('one that is not removed comes again', () => {
    const queue = new TaintQueue(1);
    queue.add('a');
    expect([queue.take(0), queue.take(1_000)]).toEqual(['a', 'a']);
  });
  it('waits for nothing when it is empty or its rate is 0', () => {
    const queue = new TaintQueue(1);
    expect([queue.waitMs(0), queue.take(0)]).toEqual([undefined, undefined]);
    queue.add('a');
    queue.setRate(0, 0);
    expect([queue.waitMs(9_999_999), queue.take(9_999_999)]).toEqual([undefined, undefined]);
  });
  it('a new rate begins with a whole interval after one of 0', () => {
    const queue = new TaintQueue(0);
    queue.add('a');
    queue.setRate(0.1, 5_000);
    expect([queue.take(14_999), queue.take(15_000)]).toEqual([undefined, 'a']);
  });
  it('a clock that was set back holds it for one interval', () => {
    const queue = new TaintQueue(0.1);
    queue.add('a');
    queue.take(1_000_000);
    expect([queue.waitMs(0), queue.take(9_999), queue.take(10_000)]).toEqual([10_000, undefined, 'a']);
  });
});
