import { parseLabelSelector, type ApiError, type LabelSelector } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import * as fc from 'fast-check';
import { Subject } from 'rxjs';
import type { ListPage } from '../list/list-page.js';
import type { ResourceStore } from '../store/resource-store.js';
import { splitObjectKey } from '../keys/storage-keys.js';
import type { ObjectSelection } from './object-filter.js';
import type { DynamicVisibility, VisibilityFilter } from './visibility-filter.js';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import type { Watcher } from './watcher.js';
import { endOf, load, readToEnd, timeUnder } from './watch-models.fixture.js';

const NAMESPACES = ['a', 'b', 'c'];
const NAMES = ['x', 'y'];
const OBJECTS = NAMESPACES.flatMap((namespace) => NAMES.map((name) => `${namespace}/${name}`));

type Step =
  | { readonly do: 'write'; readonly namespace: string; readonly name: string; readonly label: string }
  | { readonly do: 'delete'; readonly namespace: string; readonly name: string }
  | { readonly do: 'see'; readonly objects: readonly string[] }
  | { readonly do: 'settle' | 'turn' }
  | {
      readonly do: 'watch';
      readonly label: string | undefined;
      readonly begin: 'state' | 'list' | 'stream';
      readonly capacity: number;
    }
  | { readonly do: 'drain'; readonly which: number };

const namespace = fc.constantFrom(...NAMESPACES);
const name = fc.constantFrom(...NAMES);
const label = fc.constantFrom('1', '2');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), namespace, name, label }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), namespace, name }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('see' as const), objects: fc.subarray(OBJECTS) }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constantFrom('settle' as const, 'turn' as const, 'turn' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('watch' as const),
      label: fc.option(label, { nil: undefined }),
      begin: fc.constantFrom('state' as const, 'list' as const, 'stream' as const),
      capacity: fc.constantFrom(1, 2, 5, Infinity),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('drain' as const), which: fc.nat() }) },
);

/** A visible set controlled by the test. A replaced filter answers only queries it has answered before. */
class TestVisibility implements DynamicVisibility {
  readonly changes = new Subject<void>();
  unchangedSince = 0;
  current: VisibilityFilter = testFilter([]).visibility;
  objects: readonly string[] = [];
  private retire: () => void = () => undefined;

  see(objects: readonly string[], revision: number): void {
    const { visibility, retire } = testFilter(objects);
    this.retire();
    this.retire = retire;
    this.current = visibility;
    this.objects = objects;
    this.unchangedSince = revision;
    this.changes.next();
  }
}

function testFilter(objects: readonly string[]): { visibility: VisibilityFilter; retire: () => void } {
  const asked = new Map<string, boolean>();
  let retired = false;
  const sees = (inNamespace: string, called: string): boolean => {
    const key = `${inNamespace}/${called}`;
    const known = asked.get(key);
    if (known !== undefined) return known;
    if (retired) throw new Error(`unknown whether ${key} was visible`);
    asked.set(key, objects.includes(key));
    return objects.includes(key);
  };
  return { visibility: { includes: sees }, retire: () => void (retired = true) };
}

/** The state of a client that applies events, and fails on invalid ones. */
class Client implements WatchSink {
  readonly holds = new Map<string, number>();
  ended: ApiError | 'ended' | undefined;
  /** Number of writes so far. */
  written = 0;
  private room: number;
  private readonly pieces: (readonly (WatchEvent | Bookmark)[])[] = [];
  readonly encoding;

  constructor(
    private readonly capacity: number,
    id: number,
    /** Objects visible to it now. */
    private readonly allowed: () => readonly string[],
  ) {
    this.room = capacity;
    this.encoding = {
      key: `client ${id}`,
      encode: (events: readonly (WatchEvent | Bookmark)[]) => {
        this.pieces.push(events);
        return Buffer.from(String(this.pieces.length - 1));
      },
    };
  }

  write(piece: Buffer): boolean {
    this.written++;
    for (const event of this.pieces[Number(piece.toString())]!) this.take(event);
    return --this.room > 0;
  }

  list({ entries }: ListPage): void {
    for (const entry of entries) this.holds.set(shown(entry.key), entry.revision);
  }

  empty(): void {
    this.room = this.capacity;
  }

  end(error?: ApiError): void {
    this.ended = error ?? 'ended';
  }

  private take(event: WatchEvent | Bookmark): void {
    if (event.type === 'BOOKMARK') return;
    const key = shown(event.entry.key);
    const before = this.holds.get(key);
    const line = `${event.type} ${key} ${event.revision} over ${before}`;
    expect([line, before === undefined]).toEqual([line, event.type === 'ADDED']);
    if (event.type !== 'DELETED') {
      expect([line, this.allowed().includes(key)]).toEqual([line, true]);
      expect(event.entry.revision).toBeGreaterThan(before ?? 0);
      this.holds.set(key, event.entry.revision);
      return;
    }
    // An object that is no longer visible is sent in its last visible state.
    if (!this.allowed().includes(key)) expect(event.entry.revision).toBe(before);
    this.holds.delete(key);
  }
}

const shown = (key: string): string => Object.values(splitObjectKey(key)).join('/');
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const selectionOf = (wanted: string | undefined, visibility?: VisibilityFilter): ObjectSelection => ({
  namespace: undefined,
  name: undefined,
  labels: wanted === undefined ? undefined : (parseLabelSelector(`l=${wanted}`) as LabelSelector),
  fields: undefined,
  visibility,
});

class Play {
  readonly watches: { watcher: Watcher; client: Client; label: string | undefined; resumed: boolean }[] = [];
  readonly visibility = new TestVisibility();
  /** What is awaited, for a case that does not end. */
  doing = 'nothing';
  private writes: Promise<unknown>[] = [];
  private readonly store: ResourceStore;

  constructor(private readonly test: TestRegistry) {
    // A kind with create on PUT.
    this.store = test.store('limitranges');
  }

  /** Plays the steps, then compares the states of all clients with lists. */
  async run(steps: readonly Step[]): Promise<void> {
    for (const [at, each] of steps.entries()) {
      this.doing = `step ${at}, ${JSON.stringify(each)}`;
      await this.step(each);
    }
    this.doing = 'the end of the watches';
    await this.finish();
    this.doing = 'the lists';
    await this.compare();
  }

  private async compare(): Promise<void> {
    const { objects } = this.visibility;
    const all = await this.test.store('limitranges').list({ limit: 0 }, selectionOf(undefined));
    for (const wanted of [undefined, '1', '2']) {
      const [whole] = await this.list(wanted);
      const expected = all.entries.filter(
        (entry) =>
          objects.includes(shown(entry.key)) &&
          (wanted === undefined || entry.parse().metadata.labels?.['l'] === wanted),
      );
      expect(whole!.entries).toEqual(expected);
      expect(whole!.remaining).toBeUndefined();
      const pages = await this.list(wanted, 1);
      expect(pages.flatMap(({ entries }) => entries)).toEqual(expected);
      for (const page of pages) {
        expect(page.entries.length).toBe(Math.min(1, expected.length));
        expect(page.remaining).toBeUndefined();
      }
      for (const { client } of this.watches.filter((watch) => watch.label === wanted)) {
        if (client.ended) {
          const { reason, cause } = client.ended as ApiError;
          expect([reason, cause]).toEqual(['Expired', undefined]);
        } else expect(client.holds).toEqual(new Map(expected.map((entry) => [shown(entry.key), entry.revision])));
      }
    }
  }

  async step(step: Step): Promise<void> {
    const { writer } = this.store;
    switch (step.do) {
      case 'write': {
        const annotations = { n: String(Math.random()) };
        const value = { metadata: { name: step.name, labels: { l: step.label }, annotations } };
        return this.under(writer.update(testWrite(step.namespace), step.name, { value, duplicateFields: [] }));
      }
      case 'delete':
        return this.under(writer.delete(testWrite(step.namespace), step.name, {}));
      case 'see':
        // As caused by the next revision.
        return this.visibility.see(step.objects, this.store.revision + 1);
      case 'settle':
        await Promise.all(this.writes);
        this.writes = [];
        return;
      case 'turn':
        return turn();
      case 'watch':
        return this.watch(step);
      case 'drain': {
        const watch = this.watches[step.which % this.watches.length];
        watch?.client.empty();
        watch?.watcher.drained();
        await turn();
      }
    }
  }

  /** A list of the current state, in one page or in several. */
  async list(wanted: string | undefined, limit = 0): Promise<ListPage[]> {
    const pages: ListPage[] = [];
    do {
      const page = await this.store.list(
        { limit, continue: pages.at(-1)?.continue },
        selectionOf(wanted, this.visibility.current),
      );
      pages.push(page);
    } while (pages.at(-1)!.continue !== undefined);
    return pages;
  }

  /** Lets all watchers read to the end. */
  async finish(): Promise<void> {
    await this.step({ do: 'settle' });
    await readToEnd(this.watches.map(({ watcher, client }) => ({ watcher, sink: client })));
  }

  close(): void {
    for (const { watcher } of this.watches) watcher.close();
  }

  private async watch({ label: wanted, begin, capacity }: Extract<Step, { do: 'watch' }>): Promise<void> {
    const client = new Client(capacity, this.watches.length, () => this.visibility.objects);
    let parameters = {};
    if (begin === 'stream') parameters = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
    if (begin === 'list') {
      const [page] = await this.list(wanted);
      client.list(page!);
      parameters = { resourceVersion: String(page!.revision) };
      // Other steps may run between the list and the watch.
      await turn();
    }
    if ((parameters as { resourceVersion?: string }).resourceVersion === '0') return;
    const watcher = this.store.watch(
      { allowWatchBookmarks: true, ...parameters },
      selectionOf(wanted),
      client,
      this.visibility,
    );
    this.watches.push({ watcher, client, label: wanted, resumed: begin === 'list' });
    watcher.start();
  }

  private under(write: Promise<unknown>): void {
    this.writes.push(write.catch((error: ApiError) => expect(['AlreadyExists', 'NotFound']).toContain(error.reason)));
  }
}

describe('lists and watches with a visibility filter, against a model', () => {
  for (const [memory, watchCacheBytes] of [
    ['all of the history in memory', 1_000_000],
    ['a few changes in memory, the rest in the log', 2_000],
    ['no history in memory', 1],
  ] as const) {
    it(`the state of a watcher equals a list, with ${memory}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 120, size: 'max' }), load, async (steps, seed) => {
          const time = timeUnder(seed);
          const test = await startTestRegistry({ watchCacheBytes });
          const play = new Play(test);
          try {
            await endOf(play.run(steps), () => play.doing);
          } finally {
            play.close();
            await test.close();
            time?.mockRestore();
          }
        }),
        { numRuns: Number(process.env['MODEL_RUNS'] ?? 30), interruptAfterTimeLimit: 100_000 },
      );
    }, 120_000);
  }
});
