import { parseFieldSelector } from '@orch/apimachinery';
import { NEVER } from 'rxjs';
import type { ResourceActor } from '../actor/resource-actor.js';
import { Entry, factReader } from '../cache/entry.js';
import { FieldIndex } from '../cache/field-index.js';
import { ResourceCache } from '../cache/resource-cache.js';
import type { EventPiece } from '../watch/backlog.js';
import { AppliedVisibility, type VisibilityFilter } from '../watch/visibility-filter.js';
import type { WatchEvent } from '../watch/watch-event.js';
import type { ObjectSelection } from '../watch/object-filter.js';
import { openBacklog } from './watch-plan.js';

const OBJECTS = 5_000;
/** Initial events of one step. */
const STEP = 500;

const readFacts = factReader({ color: () => 'red' });
const entryOf = (n: number, revision: number): Entry =>
  new Entry(`a\0${String(n).padStart(5, '0')}`, revision, Buffer.from('{"metadata":{}}'), readFacts);

function setUp() {
  const state = ResourceCache.empty();
  for (let n = 0; n < OBJECTS; n++) state.set(entryOf(n, n + 1));
  const index = state.indexes.begin('color');
  state.visit(undefined, undefined, (entry) => {
    index.extend(entry);
    return true;
  });
  index.complete();
  const position = { revision: OBJECTS, isLost: () => false };
  const actor = { position, current: state, indexes: { build: () => undefined } } as unknown as ResourceActor;
  const open = (selection: ObjectSelection) =>
    openBacklog(actor, { after: undefined, initialEvents: true, closingBookmark: false }, selection)
      .backlog as Iterator<EventPiece>;
  /** A watch of what a filter includes. */
  const openVisible = (current: VisibilityFilter) => {
    const source = { current, unchangedSince: 0, changes: NEVER };
    const visibility = new AppliedVisibility(source);
    const plan = { after: undefined, initialEvents: true, closingBookmark: false };
    const selection = { ...selectionOf(undefined), visibility };
    const { backlog } = openBacklog(actor, plan, selection, { source, visibility });
    return { source, backlog: backlog as AsyncIterator<EventPiece> };
  };
  return { actor, state, open, openVisible };
}

const selectionOf = (fields: string | undefined): ObjectSelection => ({
  namespace: 'a',
  name: undefined,
  labels: undefined,
  fields: fields === undefined ? undefined : parseFieldSelector(fields),
});

type See = (entry: Entry) => boolean;
interface Visited {
  visit: (this: unknown, ...parts: unknown[]) => void;
}

/** Counts the entries that are looked at. */
function countVisited(): () => number {
  let visited = 0;
  for (const prototype of [ResourceCache.prototype, FieldIndex.prototype] as unknown as Visited[]) {
    const { visit } = prototype;
    jest.spyOn(prototype, 'visit').mockImplementation(function (this: unknown, ...parts: unknown[]): void {
      const see = parts.pop() as See;
      visit.call(this, ...parts, (entry: Entry): boolean => {
        visited++;
        return see(entry);
      });
    });
  }
  return () => visited;
}

afterEach(() => jest.restoreAllMocks());

describe.each([
  ['all objects of a namespace', undefined],
  ['objects of a field index', 'color=red'],
])('initial events of a watch of %s', (_, fields) => {
  it('are read when they are asked for, not all at the start', () => {
    const { open } = setUp();
    const visited = countVisited();
    open(selectionOf(fields)).next();
    expect(visited()).toBeLessThanOrEqual(STEP);
  });

  it('are the state at the start, whatever changes meanwhile', () => {
    const { state, open } = setUp();
    const backlog = open(selectionOf(fields));
    const events: WatchEvent[] = [];
    for (let step = 0; ; step++) {
      const { done, value } = backlog.next();
      if (done) break;
      events.push(...(value.events as readonly WatchEvent[]));
      for (let n = step; n < OBJECTS; n += 7) state.remove(entryOf(n, 0).key);
      for (let n = step; n < OBJECTS; n += 11) state.set(entryOf(n, OBJECTS + n));
      state.set(entryOf(OBJECTS + step, 2 * OBJECTS));
    }
    expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: OBJECTS }, (__, n) => n + 1));
  });
});

it('of a watch that waited for an index are not read before their turn', async () => {
  const visited = countVisited();
  const { actor } = setUp();
  let building: Promise<void> | undefined = Promise.resolve().then(() => (building = undefined));
  const indexed = { ...actor, indexes: { build: () => building } } as unknown as ResourceActor;
  const plan = { after: undefined, initialEvents: true, closingBookmark: false };
  const { backlog } = openBacklog(indexed, plan, selectionOf('color=red'));
  const before = visited();
  // The owner's budget of time counts what follows a call of `next`, not what follows the index.
  expect(await backlog!.next()).toEqual({ done: false, value: { events: [], upTo: OBJECTS } });
  expect(visited()).toBe(before);
});

/** Those with an even or an odd number. */
const every = (rest: number): VisibilityFilter => ({ includes: (_, name) => Number(name) % 2 === rest });

describe('initial events of a watch of visible objects', () => {
  it('are read when they are asked for, not all at the start', async () => {
    const { openVisible } = setUp();
    const visited = countVisited();
    const { backlog } = openVisible(every(0));
    for (let step = 0; step < 2; step++) await backlog.next();
    expect(visited()).toBeLessThanOrEqual(STEP);
  });

  it('are the state at the start, whatever changes meanwhile, the visibility too', async () => {
    const { state, openVisible } = setUp();
    const { source, backlog } = openVisible(every(0));
    const seen = new Set<Entry>();
    for (let step = 0; ; step++) {
      const { done, value } = await backlog.next();
      if (done) break;
      for (const { type, entry } of (value as EventPiece).events as readonly WatchEvent[])
        if (type === 'ADDED') seen.add(entry);
        else expect(seen.delete(entry)).toBe(true);
      for (let n = step; n < OBJECTS; n += 7) state.remove(entryOf(n, 0).key);
      for (let n = step; n < OBJECTS; n += 11) state.set(entryOf(n, OBJECTS + n));
      if (step === 4) source.current = every(1);
    }
    const even = Array.from({ length: OBJECTS / 2 }, (_, n) => 2 * n + 2);
    expect([...seen].map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(even);
  });
});
